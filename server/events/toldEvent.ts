import type { EventCatalogue } from '../../src/schema'

/** The events of a product; null for one that tells of nothing. */
export type Events = EventCatalogue | null

/** Something that happened, to be written beside the audit log. */
export interface ToldEvent {
  tenantId: string
  /** `booking.created` */
  type: string
  subjectType: string
  subjectId: string
  /** The subject as the API answers it after the change, or before its deletion. */
  data: Readonly<Record<string, unknown>>
  /** What the changed fields held before; null for a new subject. */
  previous: Readonly<Record<string, unknown>> | null
  /** Not the origin's actor did it. */
  bySystem?: boolean
}
