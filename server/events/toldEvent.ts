import type { EventCatalogue } from '../../src/schema'

/** A product's events; null for none. */
export type Events = EventCatalogue | null

/** An event to be written beside the audit log. */
export interface ToldEvent {
  tenantId: string
  /** Such as `booking.created`. */
  type: string
  subjectType: string
  subjectId: string
  /** The subject as the API answers it after the change, or before its deletion. */
  data: Readonly<Record<string, unknown>>
  /** The former values of changed fields; null for a new subject. */
  previous: Readonly<Record<string, unknown>> | null
  /** The system acted, not the origin's actor. */
  bySystem?: boolean
}
