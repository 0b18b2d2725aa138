import type { RawBuilder } from 'kysely'
import type { Body, CallAccess, JsonSchema, QueryParam } from '../../src/contract'
import type { AnyResource, ValidationErrors, ValueOf } from '../../src/schema'
import type { ApiRecord, Change, StoredRecord } from '../audit/change'
import type { Caller } from '../http/identity/caller'
import type { Problem } from '../http/problem'
import type { AlsoWrong, RouteRequest } from '../http/route'
import type { Services } from '../http/services'
import type { UnitOfWork } from '../http/unitOfWork'
import type { Condition, Scope } from './scope'

export interface CheckedChange {
  before: ApiRecord | null
  after: Readonly<Record<string, unknown>>
}

export type HookContext = Pick<UnitOfWork, 'db' | 'caller'>

/** A computed field for all records at once: sorting a list record by record would take too long. */
export interface Figures {
  /** Columns: `key`, a record's id, and `value`. */
  rows: (tenantId: string | undefined) => RawBuilder<unknown>
  /** The value of records without a row. */
  absent: RawBuilder<unknown>
}

export type ActionRequest = RouteRequest<
  Readonly<Record<string, string>>,
  Extract<CallAccess, { who: 'member' }>,
  unknown,
  ActionInput
>

export type ActionInput = Readonly<Record<string, unknown>>

export interface ActionCall<I = ActionInput, R extends AnyResource = AnyResource> {
  unit: UnitOfWork
  scope: Scope<R>
  request: ActionRequest
  /** Locked; the action is offered for it. */
  record: StoredRecord<R>
  input: I
  /** The call undoes the action (`undo` of its declaration). */
  isUndo: boolean
}

/** @returns the record to answer, changed or new */
export type ActionWork<I = ActionInput, R extends AnyResource = AnyResource> = (
  call: ActionCall<I, R>,
) => Promise<ApiRecord>
/** Returns a record only if it makes one. */
export type CollectionWork<I = ActionInput, R extends AnyResource = AnyResource> = (
  call: Omit<ActionCall<I, R>, 'record'>,
) => Promise<ApiRecord | undefined>
type AnyWork = ActionWork | CollectionWork

type InputOf<A> = A extends { input: infer I } ? { [K in keyof I]: ValueOf<I[K]> } : never
type WorkOf<A, R extends AnyResource> = A extends { on: 'collection' }
  ? CollectionWork<InputOf<A>, R>
  : ActionWork<InputOf<A>, R>

export type ActionsOf<R extends AnyResource> = R extends { actions?: infer A }
  ? { readonly [K in keyof A as A[K] extends { isCoded: true } ? K : never]: WorkOf<A[K], R> }
  : never

/** A missing function is a type error. */
export const actionsFor = <R extends AnyResource>(_resource: R, actions: ActionsOf<R>): Record<string, AnyWork> =>
  actions as Record<string, AnyWork>

/** See `ResourceHooks.shownOnce`. */
export interface ShownOnce {
  /** For the reference. */
  schema: Readonly<Record<string, JsonSchema>>
  /** Called once per call, before its transaction, which may run twice. */
  make: (services: Pick<Services, 'site'>) => {
    shown: Readonly<Record<string, string>>
    columns?: (unit: UnitOfWork) => Record<string, unknown>
    /** Stores the means of checking the shown values later, once the row exists. */
    store: (unit: UnitOfWork, record: ApiRecord) => Promise<void>
  }
}

/** A resource's behaviour beyond its declaration. Every hook runs inside the request's transaction. */
export interface ResourceHooks {
  /** Limits the records that the caller sees; null for all. */
  visible?: (caller: Caller) => Condition | null
  /** SQL for the fields declared as computed. */
  computed?: Readonly<Record<string, RawBuilder<unknown>>>
  /** The same for all records at once, for sorting large lists. */
  figures?: Readonly<Record<string, Figures>>
  /** Query parameters of the list, beside the declared filters. */
  filters?: Readonly<
    Record<string, { param: QueryParam<string[] | undefined>; condition: (values: string[]) => Condition }>
  >
  /**
   * For assignments, by name: SQL over the other resource's row that gives one of `ways` in which it applies to the
   * record with this id (the first means assigned), or null. `?effective=true` asks for all ways.
   */
  concerns?: Readonly<Record<string, { ways: readonly string[]; select: (id: string) => RawBuilder<string | null> }>>
  /** Read-only members of an answer, beside the declared fields. */
  extras?: Readonly<Record<string, { select: RawBuilder<unknown>; schema: JsonSchema }>>
  /** Values beside the declared fields whose changes the audit log records. */
  audited?: Readonly<Record<string, (record: ApiRecord) => unknown>>
  /** The record as its GET answers it now, for events, if that differs from the stored one. */
  told?: (record: ApiRecord, unit: Pick<UnitOfWork, 'caller' | 'now'>) => ApiRecord
  /** The record's name in the audit log, if the field that names it refers to another record. */
  label?: (record: ApiRecord) => string | undefined
  /** Turns the body of a create call into input for `validate`. */
  prepare?: (
    unit: UnitOfWork,
    input: Readonly<Record<string, unknown>>,
    scope: Scope,
  ) => Promise<Record<string, unknown>>
  /** Create-body members beside the declared fields, for the API reference; `prepare` removes them. */
  createExtras?: Readonly<Record<string, JsonSchema>>
  /** Columns of a new row that no declared field fills. */
  columns?: (unit: UnitOfWork, values: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /**
   * Members that only the answer to a create has, such as a secret. They are never stored: the answer to a create
   * repeated with its `Idempotency-Key` lacks them.
   */
  shownOnce?: ShownOnce
  /** Columns of a changed row that no declared field fills. */
  changedColumns?: Readonly<Record<string, unknown>>
  /**
   * Takes locks that must precede those of the changed records, in a fixed order.
   * @param id the one record of an action
   */
  lockFirst?: (unit: UnitOfWork, input: Readonly<Record<string, unknown>>, id?: string) => Promise<void>
  /** The stored record at `now` (epoch ms), if the clock alone changes it. Decides which actions are offered. */
  at?: (record: ApiRecord, now: number) => ApiRecord
  /** Checks that need more than the record, before it is created (`before` is null) or changed. */
  check?: (unit: UnitOfWork, change: CheckedChange) => Promise<ValidationErrors>
  /**
   * Called before records are changed or deleted, and for a preview. Returns the problems of those that must stay
   * unchanged, by id.
   */
  refuse?: (context: HookContext, changes: readonly Change[]) => Promise<ReadonlyMap<string, Problem>>
  actions?: Readonly<Record<string, AnyWork>>
  /** Adds undeclared members to action bodies. */
  actionBodies?: Readonly<Record<string, (body: Body<ActionInput>) => Body<ActionInput>>>
  /** Further errors in the body of a refused action, by the action's name. */
  actionsAlsoWrong?: Readonly<Record<string, AlsoWrong>>
  /** Wraps the transaction of an action on one record, for work before it, after it or on its refusal. */
  aroundAction?: (request: ActionRequest, work: () => Promise<ApiRecord>, name: string) => Promise<ApiRecord>
  /** Explains why an action, or its undo, is not offered for a record now; replaces the general problem. */
  notOffered?: (record: ApiRecord, action: { name: string; isUndo: boolean }, now: number) => Problem
  beforeDelete?: (unit: UnitOfWork, records: readonly ApiRecord[]) => Promise<void>
}
