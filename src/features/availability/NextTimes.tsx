import { Link } from 'react-router'
import { formatLocalDate, zoneOf } from '../../declare'
import { formatMoment, useDisplay, useFailure } from '../../show'
import { useEngineMessage } from '../explanations/useEngineMessage'
import { type Request, useNextAvailable } from './availabilityApi'
import { useResourceNames } from './useResourceNames'
import { useText } from './useText'
import type { ViewState } from './viewState'

export interface NextTimesProps {
  request: Request
  date: string
  addressOf: (changes: Partial<ViewState>) => string
  onChosen: () => void
}

const NextTimes = ({ request, date, addressOf, onChosen }: NextTimesProps) => {
  const text = useText()
  const failureOf = useFailure()
  const display = useDisplay()
  const say = useEngineMessage()
  const { data, isFetching, error } = useNextAvailable(request, date)
  const zone = zoneOf(display.timeZone)
  const namesOf = useResourceNames(data?.slots ?? [])
  return (
    <div role="status">
      {isFetching && !data && text('availability.searching')}
      {error && failureOf(error).detail}
      {data && data.slots.length === 0 && (data.reason ? say(data.reason) : text('availability.noSlots'))}
      {data && data.slots.length > 0 && (
        <ul>
          {data.slots.map(slot => (
            <li key={slot.startsAt}>
              <Link
                onClick={onChosen}
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
  )
}

export default NextTimes
