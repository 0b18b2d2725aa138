import type { RawBuilder } from 'kysely'
import type { ValidationErrors } from '../../../src/schema'
import type { Caller } from '../identity/caller'
import type { Problem } from '../problem'
import type { JsonSchema, QueryParam } from '../queryParams'
import type { Change, UnitOfWork } from '../unitOfWork'
import type { ApiRecord } from './apiRecord'
import type { Condition, Scope } from './scope'

/** A record with the checked values that it is to have. */
export interface CheckedChange {
  before: ApiRecord | null
  after: Readonly<Record<string, unknown>>
}

/** What it takes to ask what a caller may do, without doing it. */
export type Inquiry = Pick<UnitOfWork, 'db' | 'caller'>

/** A computed field of all records at once, where working it out one by one would take too long: for sorting a list by it. */
export interface Figures {
  /** A query of `key`, a record's id, and `value`. */
  rows: (tenantId: string | undefined) => RawBuilder<unknown>
  /** Of records that have no row there. */
  absent: RawBuilder<unknown>
}

/** What a resource does beyond its declaration. Everything here runs inside the request's transaction. */
export interface Behaviour {
  /** Narrows what this caller sees. */
  visible?: (caller: Caller) => Condition | null
  /** How the fields that the declaration calls computed are worked out. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>
  /** The same for those that many records are sorted by. */
  figures?: Readonly<Record<string, Figures>>
  /** Query parameters of the list beside those of the declared filters. */
  filters?: Readonly<
    Record<string, { param: QueryParam<string[] | undefined>; condition: (values: string[]) => Condition }>
  >
  /**
   * For assignments, by name: how the other resource's record concerns the one with this id, as SQL over its row. One of
   * `ways`, the first for those that are assigned, or null when it does not; `?effective=true` asks for all of them.
   */
  concerns?: Readonly<Record<string, { ways: readonly string[]; select: (id: string) => RawBuilder<string | null> }>>
  /** Read-only members of an answered record beside its declared fields, selected with it. */
  extras?: Readonly<Record<string, { select: RawBuilder<unknown>; schema: JsonSchema }>>
  /** What of a record beside its declared fields the audit log tells the changes of. */
  audited?: Readonly<Record<string, (record: ApiRecord) => unknown>>
  /** What a record is called in the audit log, where the field that names it holds another record. */
  label?: (record: ApiRecord) => string | undefined
  /** Makes what a create call carries into input for `validate`. */
  prepare?: (
    unit: UnitOfWork,
    input: Readonly<Record<string, unknown>>,
    scope: Scope,
  ) => Promise<Record<string, unknown>>
  /** What a create call may carry beside the declared fields, for the reference page; `prepare` takes it out. */
  createExtras?: Readonly<Record<string, JsonSchema>>
  /** Columns of a new row that no field of the declaration fills. */
  columns?: (unit: UnitOfWork, values: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** Columns of a changed row that no field of the declaration fills. */
  changedColumns?: Readonly<Record<string, unknown>>
  /** Rules that take more than the record to check. Called before one is made (`before` is null) or changed. */
  check?: (unit: UnitOfWork, change: CheckedChange) => Promise<ValidationErrors>
  /** Called before records are changed or deleted, or when somebody asks. Answers which of them must stay as they are, by id. */
  refuse?: (inquiry: Inquiry, changes: readonly Change[]) => Promise<ReadonlyMap<string, Problem>>
  /** Called just before records are deleted. */
  beforeDelete?: (unit: UnitOfWork, records: readonly ApiRecord[]) => Promise<void>
}
