import type { RawBuilder } from 'kysely'
import type { Caller } from '../identity/caller'
import type { Problem } from '../problem'
import type { JsonSchema } from '../queryParams'
import type { Change, UnitOfWork } from '../unitOfWork'
import type { ApiRecord } from './apiRecord'
import type { Condition, Scope } from './scope'

/** What a resource does beyond its declaration. Everything here runs inside the request's transaction. */
export interface Behaviour {
  /** Narrows what this caller sees. */
  visible?: (caller: Caller) => Condition | null
  /** Read-only members of an answered record beside its declared fields, selected with it. */
  extras?: Readonly<Record<string, { select: RawBuilder<unknown>; schema: JsonSchema }>>
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
  /** Called before records are changed or deleted. Answers which of them must stay as they are, by id. */
  refuse?: (unit: UnitOfWork, changes: readonly Change[]) => Promise<ReadonlyMap<string, Problem>>
  /** Called just before records are deleted. */
  beforeDelete?: (unit: UnitOfWork, records: readonly ApiRecord[]) => Promise<void>
}
