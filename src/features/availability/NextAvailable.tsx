import SkipNext from '@mui/icons-material/SkipNextOutlined'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatLocalDate } from '../../time/localDate'
import { zoneOf } from '../../time/Zone'
import { useFailure } from '../../ui/failure/useFailure'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { useEngineMessage } from '../explanations/useEngineMessage'
import styles from './availability.module.css'
import { type Request, useNextAvailable } from './availabilityApi'
import { useResourceNames } from './useResourceNames'
import { useText } from './useText'
import type { ViewState } from './viewState'

interface NextAvailableProps {
  request: Request
  date: string
  addressOf: (changes: Partial<ViewState>) => string
}

/** Finds the next free times from the shown date onwards, or says why there are none. */
export const NextAvailable = ({ request, date, addressOf }: NextAvailableProps) => {
  const text = useText()
  const failureOf = useFailure()
  const display = useDisplay()
  const say = useEngineMessage()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const isAsked = anchor !== null
  const { data, isFetching, error } = useNextAvailable(isAsked ? request : null, date)
  const zone = zoneOf(display.timeZone)
  const namesOf = useResourceNames(data?.slots ?? [])
  return (
    <>
      <Button
        className={styles.barButton}
        size="small"
        variant="outlined"
        aria-label={text('availability.next')}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <SkipNext fontSize="small" />
        <span className={styles.barName}>{text('availability.next')}</span>
      </Button>
      <Popover
        open={isAsked}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': text('availability.next'), className: styles.nextAnswer } }}
      >
        <div role="status">
          {isAsked && isFetching && !data && text('availability.searching')}
          {isAsked && error && failureOf(error).detail}
          {isAsked &&
            data &&
            data.slots.length === 0 &&
            (data.reason ? say(data.reason) : text('availability.noSlots'))}
          {isAsked && data && data.slots.length > 0 && (
            <ul>
              {data.slots.map(slot => (
                <li key={slot.startsAt}>
                  <Link
                    onClick={() => setAnchor(null)}
                    to={addressOf({
                      view: 'day',
                      date: formatLocalDate(zone.dayOf(Date.parse(slot.startsAt))),
                      resourceId: slot.resourceIds[0] ?? null,
                      why: null,
                    })}
                  >
                    {formatMoment(slot.startsAt, display)}
                  </Link>{' '}
                  <span>{namesOf(slot)}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Popover>
    </>
  )
}
