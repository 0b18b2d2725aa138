import type { AnyResource, RecordOf } from '../../src/schema'

type AnyRecord = Record<string, unknown> & { id: string; version: number; updatedAt: string }

/** A record in the form of the API's answers, typed if its declaration is known at compile time. */
export type ApiRecord<R extends AnyResource = AnyResource> = string extends R['name']
  ? AnyRecord
  : AnyRecord & RecordOf<R>

/** `before` is null for a new record, `after` for a deleted one. */
export interface Change {
  resource: AnyResource
  before: ApiRecord | null
  after: ApiRecord | null
  /** Set if no field holds the name. */
  label?: string | undefined
  audited?: Readonly<Record<string, (record: ApiRecord) => unknown>> | undefined
  /** The record as the API answers it, if different. */
  asAnswered?: ((record: ApiRecord) => ApiRecord) | undefined
  /** Whether the log omits the record's name and values. */
  isDiscreet?: ((record: ApiRecord) => boolean) | undefined
  bySystem?: BySystem | undefined
}

/** Marks a consequence of a caller's action, or of the clock. */
export interface BySystem {
  reason: string | null
}
