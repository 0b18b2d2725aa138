import type { AnyResource, RecordOf } from '../../src/schema'

/** A record as the API answers it. */
export type ApiRecord = Record<string, unknown> & { id: string; version: number; updatedAt: string }

/** A record of this resource, typed by a declaration known at compile time. */
export type StoredRecord<R extends AnyResource> = string extends R['name'] ? ApiRecord : ApiRecord & RecordOf<R>

/** A record that a request wrote. `before` is null for a new one, `after` for a deleted one. */
export interface Change {
  resource: AnyResource
  before: ApiRecord | null
  after: ApiRecord | null
  /** When none of its own fields holds its name. */
  label?: string | undefined
  /** Further values for the audit log. */
  audited?: Readonly<Record<string, (record: ApiRecord) => unknown>> | undefined
  /** The record as the API answers it, if that differs. */
  told?: ((record: ApiRecord) => ApiRecord) | undefined
  /** Whether the log leaves out the record's name and values. */
  isDiscreet?: ((record: ApiRecord) => boolean) | undefined
  /** The system acted, not the caller. */
  bySystem?: BySystem | undefined
}

/** Marks a consequence of a caller's action, or of the clock. */
export interface BySystem {
  reason: string | null
}
