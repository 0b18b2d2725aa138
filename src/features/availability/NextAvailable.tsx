import SkipNext from '@mui/icons-material/SkipNextOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/useText'
import { formatLocalDate } from '../../time/localDate'
import { zoneOf } from '../../time/Zone'
import { useFailure } from '../../ui/failure/useFailure'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { useEngineMessage } from '../explanations/useEngineMessage'
import styles from './availability.module.css'
import { type Request, useNextAvailable } from './availabilityApi'
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
  const [isAsked, setIsAsked] = useState(false)
  const { data, isFetching, error } = useNextAvailable(isAsked ? request : null, date)
  const zone = zoneOf(display.timeZone)
  return (
    <>
      <Button
        className={styles.next}
        size="small"
        variant="outlined"
        startIcon={<SkipNext />}
        onClick={() => setIsAsked(true)}
      >
        {text('availability.next')}
      </Button>
      <div role="status" className={styles.nextAnswer}>
        {isAsked && isFetching && !data && text('availability.searching')}
        {isAsked && error && failureOf(error).detail}
        {isAsked && data && data.slots.length === 0 && (data.reason ? say(data.reason) : text('availability.noSlots'))}
        {isAsked && data && data.slots.length > 0 && (
          <ul>
            {data.slots.map(({ startsAt, resourceIds: [resourceId = null] }) => (
              <li key={startsAt}>
                <Link
                  to={addressOf({
                    view: 'day',
                    date: formatLocalDate(zone.dayOf(Date.parse(startsAt))),
                    resourceId,
                    why: null,
                  })}
                >
                  {formatMoment(startsAt, display)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
