import { useGetMany } from 'ra-core'
import type { VisitSlot } from '../../calls/visits'
import { MINUTE } from '../../declare'
import { type BookableResource, bookableResources } from '../../resources/resources'
import { type ResourceType, resourceTypes } from '../../resources/resourceTypes'
import { formatTimes, useDisplay } from '../../show'
import { useText } from './useText'
import styles from './visits.module.css'

type PlannedPart = Pick<VisitSlot['parts'][number], 'index' | 'guest' | 'startsAt' | 'endsAt' | 'resourceIds'>

interface PlanStripProps {
  parts: readonly PlannedPart[]
  titles: ReadonlyMap<number, string>
  isOutdated: boolean
}

const useLaneNames = (parts: readonly PlannedPart[]) => {
  const ids = [...new Set(parts.flatMap(({ resourceIds }) => resourceIds))]
  const { data = [] } = useGetMany<BookableResource>(bookableResources.name, { ids }, { enabled: ids.length > 0 })
  const resources = data.filter(Boolean)
  const typeIds = [...new Set(resources.map(one => one.resourceTypeId))]
  const { data: types = [] } = useGetMany<ResourceType>(
    resourceTypes.name,
    { ids: typeIds },
    { enabled: typeIds.length > 0 },
  )
  const persons = new Set(types.flatMap(type => (type?.kind === 'person' ? type.id : [])))
  return ({ resourceIds }: PlannedPart): string[] => {
    const taken = resourceIds.flatMap(id => resources.find(one => one.id === id) ?? [])
    const who = taken.filter(one => persons.has(one.resourceTypeId))
    return (who.length > 0 ? who : taken).map(one => one.name)
  }
}

/** In minutes, since the guest's part before. */
const waitBefore = (part: PlannedPart, inTime: readonly PlannedPart[]): number => {
  const before = inTime.slice(0, inTime.indexOf(part)).findLast(({ guest }) => guest === part.guest)
  return before ? Math.max(0, (Date.parse(part.startsAt) - Date.parse(before.endsAt)) / MINUTE) : 0
}

export const PlanStrip = ({ parts, titles, isOutdated }: PlanStripProps) => {
  const text = useText()
  const display = useDisplay()
  const namesOf = useLaneNames(parts)
  const from = Math.min(...parts.map(({ startsAt }) => Date.parse(startsAt)))
  const to = Math.max(...parts.map(({ endsAt }) => Date.parse(endsAt)))
  const across = (start: number, end: number) => ({
    left: `${((start - from) / (to - from)) * 100}%`,
    width: `${((end - start) / (to - from)) * 100}%`,
  })
  const inTime = parts.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  const waits = new Map(inTime.map(part => [part, waitBefore(part, inTime)]))
  const waitMinutes = Array.from(waits.values()).reduce((sum, minutes) => sum + minutes, 0)
  const lanes = [...new Set(inTime.flatMap(namesOf))]
  const guests = new Set(parts.map(({ guest }) => guest)).size
  return (
    <section className={styles.plan} aria-label={text('visit.plan')} aria-busy={isOutdated}>
      <div className={styles.lanes} aria-hidden="true">
        {lanes.map(name => (
          <div key={name} className={styles.lane}>
            <span>{name}</span>
            <div>
              {inTime
                .filter(part => namesOf(part).includes(name))
                .map(part => {
                  const { index, guest, startsAt, endsAt } = part
                  const wait = waits.get(part) ?? 0
                  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
                  return [
                    wait > 0 && (
                      <i key={`${index} wait`} style={across(start - wait * MINUTE, start)} data-is-wait="" />
                    ),
                    <i key={index} style={across(start, end)} data-guest={guest % 2}>
                      {titles.get(index)}
                    </i>,
                  ]
                })}
            </div>
          </div>
        ))}
      </div>
      <ol className={styles.steps}>
        {inTime.map(part => (
          <li key={part.index}>
            <b>{formatTimes(Date.parse(part.startsAt), Date.parse(part.endsAt), display)}</b>
            <span>
              {[
                titles.get(part.index),
                namesOf(part).join(', '),
                guests > 1 && text('visit.guestAt', { index: part.guest + 1 }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {Boolean(waits.get(part)) && <em>{text('visit.wait', { minutes: waits.get(part) ?? 0 })}</em>}
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        {waitMinutes > 0 ? text('visit.waits', { minutes: waitMinutes }) : text('visit.noWait')}
      </p>
    </section>
  )
}
