import type { RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { Body, CallAccess, JsonSchema, QueryParam } from '../../src/contract'
import type { AnyResource, ValidationErrors, ValueOf } from '../../src/schema'
import type { ApiRecord, Change } from '../audit/change'
import type { Transaction } from '../db/database'
import type { Caller } from '../http/identity/caller'
import type { Problem } from '../http/problem'
import type { AlsoWrong, RouteRequest } from '../http/route'
import type { Services } from '../http/services'
import type { UnitOfWork } from '../http/unitOfWork'
import type { FileProfile } from './imports/profiles'
import type { Condition, Scope } from './scope'

/** A change for the hook `check`. `before` is null for a new record. */
export interface CheckedChange {
  before: ApiRecord | null
  after: Readonly<Record<string, unknown>>
}

export type HookContext = Pick<UnitOfWork, 'db' | 'caller'>

/** SQL for a computed field of all records at once. Sorting one by one takes too long. */
export interface Figures {
  /** Columns: `key` (the record's id) and `value`. */
  rows: (tenantId: string | undefined) => RawBuilder<unknown>
  absent: RawBuilder<unknown>
}

export type ActionRequest = RouteRequest<
  Readonly<Record<string, string>>,
  Extract<CallAccess, { who: 'member' }>,
  unknown,
  ActionInput
>

export type ActionInput = Readonly<Record<string, unknown>>

/** The argument of a coded action on a record. */
export interface ActionCall<I = ActionInput, R extends AnyResource = AnyResource> {
  unit: UnitOfWork
  scope: Scope<R>
  request: ActionRequest
  /** Locked; the action is offered for it. */
  record: ApiRecord<R>
  input: I
  isUndo: boolean
}

export type ActionWork<I = ActionInput, R extends AnyResource = AnyResource> = (
  call: ActionCall<I, R>,
) => Promise<ApiRecord>
/** Returns a record only if the call creates one. */
export type CollectionWork<I = ActionInput, R extends AnyResource = AnyResource> = (
  call: Omit<ActionCall<I, R>, 'record'>,
) => Promise<ApiRecord | undefined>
type AnyWork = ActionWork | CollectionWork

type InputOf<A> = A extends { input: infer I } ? { [K in keyof I]: ValueOf<I[K]> } : never
type WorkOf<A, R extends AnyResource> = A extends { on: 'collection' }
  ? CollectionWork<InputOf<A>, R>
  : ActionWork<InputOf<A>, R>

/** The functions of a resource's coded actions, by action name. */
export type ActionsOf<R extends AnyResource> = R extends { actions?: infer A }
  ? { readonly [K in keyof A as A[K] extends { isCoded: true } ? K : never]: WorkOf<A[K], R> }
  : never

/**
 * Types the coded actions of a resource; a missing one is a type error.
 *
 * @example
 * actions: actionsFor(rooms, { close: async ({ unit, record }) => closeRoom(unit, record) })
 */
export const actionsFor = <R extends AnyResource>(_resource: R, actions: ActionsOf<R>): Record<string, AnyWork> =>
  actions as Record<string, AnyWork>

export interface ShownOnce {
  schema: Readonly<Record<string, JsonSchema>>
  /** Called outside the transaction, which may run twice. */
  make: (services: Pick<Services, 'site'>) => {
    shown: Readonly<Record<string, string>>
    columns?: (unit: UnitOfWork) => Record<string, unknown>
    /** Stores how to verify the shown values later. */
    store: (unit: UnitOfWork, record: ApiRecord) => Promise<void>
  }
}

/** A resource's behavior beyond its declaration, within the request's transaction. */
export interface ResourceHooks {
  /** The records that the caller sees; null for all. */
  visible?: (caller: Caller) => Condition | null
  computed?: Readonly<Record<string, RawBuilder<unknown>>>
  figures?: Readonly<Record<string, Figures>>
  /** In addition to the declared filters. */
  filters?: Readonly<
    Record<string, { param: QueryParam<string[] | undefined>; condition: (values: string[]) => Condition }>
  >
  /**
   * For assignments, by name: SQL over the other resource's row for the way, one of `ways`, in which it applies to this
   * id, or null. The first way means assigned.
   */
  concerns?: Readonly<Record<string, { ways: readonly string[]; select: (id: string) => RawBuilder<string | null> }>>
  /** Completes members that SQL cannot compute; their `extras` select null. */
  described?: (context: HookContext & { now: number }, records: readonly ApiRecord[]) => Promise<ApiRecord[]>
  /** Records whose name and values the audit log omits. */
  isDiscreet?: (record: ApiRecord) => boolean
  /** Read-only members of answers, besides fields. */
  extras?: Readonly<Record<string, { select: RawBuilder<unknown>; schema: z.core.$ZodType | JsonSchema }>>
  audited?: Readonly<Record<string, (record: ApiRecord) => unknown>>
  /** The record as GET answers it, for events, if different from the stored one. */
  asAnswered?: (record: ApiRecord, unit: Pick<UnitOfWork, 'caller' | 'now'>) => ApiRecord
  /** The name in the audit log, if another record supplies it. */
  label?: (record: ApiRecord) => string | undefined
  /** Further headings of an import column. */
  aliases?: Readonly<Record<string, readonly string[]>>
  profiles?: readonly FileProfile[]
  /**
   * The table in a file of another format, headings first; null if the file is a table.
   * @throws Problem `validation` at `file`
   */
  tableInFile?: (
    text: string,
    asked: { tenantId: string; timeZone: string; now: number },
  ) => Promise<readonly (readonly string[])[] | null>
  /** For tenants: the country (ISO 3166) of telephone numbers without a country code. */
  phoneCountry?: (db: Transaction, tenantId: string) => Promise<string | null>
  /** The record as exports have it, if different. */
  exported?: (record: ApiRecord, unit: Pick<UnitOfWork, 'caller' | 'now'>) => ApiRecord
  prepare?: (
    unit: UnitOfWork,
    input: Readonly<Record<string, unknown>>,
    scope: Scope,
  ) => Promise<Record<string, unknown>>
  /** Undeclared members, which `prepare` removes. */
  createExtras?: Readonly<Record<string, JsonSchema>>
  /** Columns of a new row, besides the fields. */
  columns?: (unit: UnitOfWork, values: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** Members of a create's answer only, such as a secret. Never stored, so a repeated call lacks them. */
  shownOnce?: ShownOnce
  /** Columns of a changed row, besides the fields. */
  changedColumns?: Readonly<Record<string, unknown>>
  /**
   * Takes locks that precede those of the changed records, in a fixed order.
   * @param ids of all records of a call
   */
  lockFirst?: (unit: UnitOfWork, input: Readonly<Record<string, unknown>>, ids: readonly string[]) => Promise<void>
  /** The record at `now` (epoch ms), if the clock alone changes it. */
  at?: (record: ApiRecord, now: number) => ApiRecord
  check?: (unit: UnitOfWork, change: CheckedChange) => Promise<ValidationErrors>
  /** `check` reads only records that the record refers to, so many can be checked before any is written. */
  checksReferred?: true
  /** Before changes, deletions and previews: problems by id of records that must stay unchanged. */
  refuse?: (context: HookContext, changes: readonly Change[]) => Promise<ReadonlyMap<string, Problem>>
  /**
   * Generated writes see the whole tenant, and this code decides what may be written. Row rules still limit which
   * records a write finds.
   */
  beyondRows?: true
  actions?: Readonly<Record<string, AnyWork>>
  actionBodies?: Readonly<Record<string, (body: Body<ActionInput>) => Body<ActionInput>>>
  actionsAlsoWrong?: Readonly<Record<string, AlsoWrong>>
  aroundAction?: (request: ActionRequest, work: () => Promise<ApiRecord>, name: string) => Promise<ApiRecord>
  /** Replaces the general problem. */
  notOffered?: (record: ApiRecord, action: { name: string; isUndo: boolean }, now: number) => Problem
  /** Whether the same call's action on another record also did this one's, which is no longer offered. */
  isDoneAlong?: (unit: UnitOfWork, record: ApiRecord, action: { name: string; isUndo: boolean }) => boolean
  beforeDelete?: (unit: UnitOfWork, records: readonly ApiRecord[]) => Promise<void>
  /**
   * Called after each write, in the same transaction. Skips nested records deleted with their parent. Throwing refuses
   * the write.
   */
  after?: (unit: UnitOfWork, change: Omit<Change, 'resource'>, scope: Scope) => Promise<void>
  /** The product's own ways to write a record with its dependents, also when taking changes back. */
  writes?: {
    /** Rows take values of earlier rows from `unit.rehearsal`, so a dry run can undo each at once. */
    rehearses?: boolean
    /** `scope.hooks.columns` may hold a restored record's id and time. */
    create: (unit: UnitOfWork, scope: Scope, input: ActionInput) => Promise<ApiRecord>
    update: (
      unit: UnitOfWork,
      scope: Scope,
      id: string,
      changes: { input: ActionInput; ifMatch: string | null },
    ) => Promise<ApiRecord>
    remove: (unit: UnitOfWork, scope: Scope, id: string, options: { ifMatch: string | null }) => Promise<void>
  }
}
