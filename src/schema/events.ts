import type { ApiScopeName } from './apiScopes'
import { humanize } from './naming'
import type { AnyResource } from './resource'

/** One written record, both states as the API answers them: `before` is null for a new one, `after` for a deleted one. */
export type ToldChange<T> =
  | { readonly before: T | null; readonly after: T }
  | { readonly before: T; readonly after: null }

/** What happens to the records of one resource that other programs may want to hear of. */
export interface EventSubject<N extends string = string> {
  /** The resource whose records the events are about. */
  readonly of: AnyResource
  /** Its types without the subject's name, each with when it happens. */
  readonly types: Readonly<Record<N, string>>
  /** The types that a written record amounts to, in their order. Called only if something has changed. @param via the declared action */
  readonly judge: (change: ToldChange<any>, via: string | null) => readonly NoInfer<N>[]
  /** Members beside the declared fields whose change counts. */
  readonly counts?: readonly string[]
  /** Types that tell the record's id only. */
  readonly idsOnly?: readonly NoInfer<N>[]
  /** The members that a receiver hears who is not to learn about people; all unless given. `id` is always among them. */
  readonly impersonal?: readonly string[]
  /** The scope without which an API key is not to learn about people. */
  readonly personalScope?: ApiScopeName
  /** Members that are sent to nobody. */
  readonly internal?: readonly string[]
}

/** All events of a product, by what they are about: `booking`. */
export type EventCatalogue = Readonly<Record<string, EventSubject<any>>>

/** Declares what happens to the records of a resource. */
export const eventsOf = <const N extends string>(
  of: AnyResource,
  subject: Omit<EventSubject<N>, 'of'>,
): EventSubject<N> => ({ of, ...subject })

/** `booking.created`, … */
export const eventTypes = (catalogue: EventCatalogue): string[] =>
  Object.entries(catalogue).flatMap(([subject, { types }]) => Object.keys(types).map(type => `${subject}.${type}`))

/** What people call the types: `booking.checked_in` is “Booking checked in”. */
export const eventNames = (catalogue: EventCatalogue): Record<string, string> =>
  Object.fromEntries(
    Object.entries(catalogue).flatMap(([subject, { types }]) =>
      Object.keys(types).map(type => [`${subject}.${type}`, `${humanize(subject)} ${humanize(type).toLowerCase()}`]),
    ),
  )

/** What people call the subjects: as their records. */
export const subjectNames = (catalogue: EventCatalogue): Record<string, string> =>
  Object.fromEntries(Object.entries(catalogue).map(([subject, { of }]) => [subject, of.label[0]]))

/** What one can subscribe to: everything, all events of a subject, or one type. */
export const eventPatterns = (catalogue: EventCatalogue): string[] => [
  '*',
  ...Object.keys(catalogue).map(subject => `${subject}.*`),
  ...eventTypes(catalogue),
]

/** What people call these: `*` is “Every event”, `booking.*` “Every booking event”. */
export const eventPatternNames = (catalogue: EventCatalogue): Record<string, string> => ({
  '*': 'Every event',
  ...Object.fromEntries(
    Object.keys(catalogue).map(subject => [`${subject}.*`, `Every ${humanize(subject).toLowerCase()} event`]),
  ),
  ...eventNames(catalogue),
})
