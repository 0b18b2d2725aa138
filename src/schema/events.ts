import type { ApiScopeName } from './apiScopes'
import { humanize } from './naming'
import type { AnyResource } from './resource'

/** As the API answers records: `before` is null for a new one, `after` for a deleted one. */
export type ToldChange<T> =
  | { readonly before: T | null; readonly after: T }
  | { readonly before: T; readonly after: null }

export interface EventSubject<N extends string = string> {
  readonly of: AnyResource
  /** Names without the subject; values say when the event happens. */
  readonly types: Readonly<Record<N, string>>
  /**
   * The types of a change, in order.
   * @param via the declared action
   */
  readonly judge: (change: ToldChange<any>, via: string | null) => readonly NoInfer<N>[]
  /** Members beside the declared fields that count as changes. */
  readonly counts?: readonly string[]
  /** Types whose events hold only the record's id. */
  readonly idsOnly?: readonly NoInfer<N>[]
  /** Members for receivers without access to personal data; all by default. */
  readonly impersonal?: readonly string[]
  /** Without this scope, API keys get no personal data. */
  readonly personalScope?: ApiScopeName
  /** Members never sent. */
  readonly internal?: readonly string[]
}

/** A product's events by subject, such as `booking`. */
export type EventCatalogue = Readonly<Record<string, EventSubject<any>>>

/**
 * Declares the events of a resource's changes, for webhooks and event streams.
 *
 * @example
 * schedule: eventsOf(schedules, { types: { changed: 'A schedule changed' }, judge: () => ['changed'] })
 */
export const eventsOf = <const N extends string>(
  of: AnyResource,
  subject: Omit<EventSubject<N>, 'of'>,
): EventSubject<N> => ({ of, ...subject })

export const eventTypes = (catalogue: EventCatalogue): string[] =>
  Object.entries(catalogue).flatMap(([subject, { types }]) => Object.keys(types).map(type => `${subject}.${type}`))

/** `booking.checked_in` is “Booking checked in”. */
export const eventNames = (catalogue: EventCatalogue): Record<string, string> =>
  Object.fromEntries(
    Object.entries(catalogue).flatMap(([subject, { types }]) =>
      Object.keys(types).map(type => [`${subject}.${type}`, `${humanize(subject)} ${humanize(type).toLowerCase()}`]),
    ),
  )

export const subjectNames = (catalogue: EventCatalogue): Record<string, string> =>
  Object.fromEntries(Object.entries(catalogue).map(([subject, { of }]) => [subject, of.label[0]]))

/** `*`, a subject's `booking.*`, or one type. */
export const eventPatterns = (catalogue: EventCatalogue): string[] => [
  '*',
  ...Object.keys(catalogue).map(subject => `${subject}.*`),
  ...eventTypes(catalogue),
]

/** `*` is “Every event”, `booking.*` “Every booking event”. */
export const eventPatternNames = (catalogue: EventCatalogue): Record<string, string> => ({
  '*': 'Every event',
  ...Object.fromEntries(
    Object.keys(catalogue).map(subject => [`${subject}.*`, `Every ${humanize(subject).toLowerCase()} event`]),
  ),
  ...eventNames(catalogue),
})
