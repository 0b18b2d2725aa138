import { useGetMany } from 'ra-core'
import type { VisitSlot } from '../../calls/visits'
import { type BookableResource, bookableResources } from '../../resources/resources'
import { type ResourceType, resourceTypes } from '../../resources/resourceTypes'
import { formatTimes, useDisplay } from '../../show'
import { useText } from './useText'
import styles from './visits.module.css'

type PlannedPart = Pick<
  VisitSlot['parts'][number],
  'index' | 'guest' | 'startsAt' | 'endsAt' | 'waitMinutes' | 'resourceIds'
>

interface PlanStripProps {
  parts: readonly PlannedPart[]
  /** By index. */
  titles: ReadonlyMap<number, string>
  isOutdated: boolean
}

/** Of what a part takes, the persons, else all. */
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

/** The parts on a line for each person, with what is waited before them, and in words. */
export const PlanStrip = ({ parts, titles, isOutdated }: PlanStripProps) => {
  const text = useText()
  const display = useDisplay()
  const namesOf = useLaneNames(parts)
  const from = Math.min(...parts.map(({ startsAt }) => Date.parse(startsAt)))
  const to = Math.max(...parts.map(({ endsAt }) => Date.parse(endsAt)))
  const waitMinutes = parts.reduce((sum, part) => sum + part.waitMinutes, 0)
  const across = (start: number, end: number) => ({
    left: `${((start - from) / (to - from)) * 100}%`,
    width: `${((end - start) / (to - from)) * 100}%`,
  })
  const inTime = parts.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
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
                .map(({ index, guest, startsAt, endsAt, waitMinutes: wait }) => {
                  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
                  return [
                    wait > 0 && (
                      <i key={`${index} wait`} style={across(start - wait * 60_000, start)} data-is-wait="" />
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
            {part.waitMinutes > 0 && <em>{text('visit.wait', { minutes: part.waitMinutes })}</em>}
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        {waitMinutes > 0 ? text('visit.waits', { minutes: waitMinutes }) : text('visit.noWait')}
      </p>
    </section>
  )
}
