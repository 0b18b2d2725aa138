import type { AnyResource, RecordOf } from '../../src/schema'

/** A record as the API answers it. */
export type ApiRecord = Record<string, unknown> & { id: string; version: number; updatedAt: string }

/** A record of this resource, typed by its declaration when the resource is known at compile time. */
export type StoredRecord<R extends AnyResource> = string extends R['name'] ? ApiRecord : ApiRecord & RecordOf<R>

/** The entity tag of a record: its version, as `If-Match` gives it back. */
export const entityTag = ({ version }: ApiRecord): string => `"${version}"`

/** One record that a request wrote: `before` is null for a new one, `after` for a deleted one. */
export interface Change {
  resource: AnyResource
  before: ApiRecord | null
  after: ApiRecord | null
  /** The record's name, when none of its own fields holds it. */
  label?: string | undefined
  /** Values that the audit log records beside the declared fields. */
  audited?: Readonly<Record<string, (record: ApiRecord) => unknown>> | undefined
  /** The record as the API answers it now, if that is not as it is stored. */
  told?: ((record: ApiRecord) => ApiRecord) | undefined
  /** Set where not the caller did it. */
  bySystem?: BySystem | undefined
}

/** Something that follows from what a caller did, or from the clock. */
export interface BySystem {
  /** What it follows from. */
  reason: string | null
}
