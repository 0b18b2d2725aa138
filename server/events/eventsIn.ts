import { type AnyResource, type EventSubject, type Fields, sameValue } from '../../src/schema'
import type { ApiRecord, Change } from '../audit/change'
import type { Events, ToldEvent } from './toldEvent'

/** The members whose change makes an event: stored fields, and those that the catalogue adds. */
const countedNames = ({ of, counts = [] }: EventSubject): string[] => [
  ...Object.entries(of.fields as Fields).flatMap(([name, { kind, computed }]) =>
    computed || kind === 'count' ? [] : [name],
  ),
  ...counts,
]

const subjectOf = (events: Events, resource: AnyResource): [string, EventSubject] | undefined =>
  Object.entries(events ?? {}).find(([, { of }]) => of.name === resource.name)

const previousOf = (subject: EventSubject, before: ApiRecord | null, after: ApiRecord | null) => {
  if (!before) return null
  if (!after) return {}
  const changed = countedNames(subject).filter(name => !sameValue(before[name] ?? null, after[name] ?? null))
  return Object.fromEntries(changed.map(name => [name, before[name] ?? null]))
}

/** The events of a written record; none for an unchanged one. */
export const eventsIn = (
  events: Events,
  { resource, before, after, bySystem, told = record => record }: Change,
  action: string | null,
): ToldEvent[] => {
  const [subjectType, subject] = subjectOf(events, resource) ?? []
  if (!subjectType || !subject) return []
  const [was, is] = [before && told(before), after && told(after)]
  const record = is ?? was
  const previous = previousOf(subject, was, is)
  if (!record || (was && is && Object.keys(previous ?? {}).length === 0)) return []
  const via = bySystem ? null : action
  const types = is
    ? subject.judge({ before: was, after: is }, via)
    : was
      ? subject.judge({ before: was, after: null }, via)
      : []
  return types.map(name => {
    const isIdOnly = subject.idsOnly?.includes(name)
    return {
      tenantId: String(record.tenantId),
      type: `${subjectType}.${name}`,
      subjectType,
      subjectId: record.id,
      data: isIdOnly ? { id: record.id } : record,
      previous: isIdOnly ? null : previous,
      bySystem: bySystem !== undefined,
    }
  })
}
