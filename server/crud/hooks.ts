import type { RawBuilder } from 'kysely'
import type { Body, CallAccess, JsonSchema, QueryParam } from '../../src/contract'
import type { AnyResource, ValidationErrors, ValueOf } from '../../src/schema'
import type { ApiRecord, Change, StoredRecord } from '../audit/change'
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

/** SQL for a computed field of all records at once, to sort by it: one by one takes too long. */
export interface Figures {
  /** Columns: `key` (the record's id) and `value`. */
  rows: (tenantId: string | undefined) => RawBuilder<unknown>
  /** For records without a row. */
  absent: RawBuilder<unknown>
}

export type ActionRequest = RouteRequest<
  Readonly<Record<string, string>>,
  Extract<CallAccess, { who: 'member' }>,
  unknown,
  ActionInput
>

export type ActionInput = Readonly<Record<string, unknown>>

/** The argument of the function that carries out an action on a record (`actionsFor`). */
export interface ActionCall<I = ActionInput, R extends AnyResource = AnyResource> {
  unit: UnitOfWork
  scope: Scope<R>
  request: ActionRequest
  /** Locked; the action is offered for it. */
  record: StoredRecord<R>
  input: I
  isUndo: boolean
}

export type ActionWork<I = ActionInput, R extends AnyResource = AnyResource> = (
  call: ActionCall<I, R>,
) => Promise<ApiRecord>
/** A record only if the call makes one. */
export type CollectionWork<I = ActionInput, R extends AnyResource = AnyResource> = (
  call: Omit<ActionCall<I, R>, 'record'>,
) => Promise<ApiRecord | undefined>
type AnyWork = ActionWork | CollectionWork

type InputOf<A> = A extends { input: infer I } ? { [K in keyof I]: ValueOf<I[K]> } : never
type WorkOf<A, R extends AnyResource> = A extends { on: 'collection' }
  ? CollectionWork<InputOf<A>, R>
  : ActionWork<InputOf<A>, R>

/** The functions that a resource's coded actions need, by the name of the action. */
export type ActionsOf<R extends AnyResource> = R extends { actions?: infer A }
  ? { readonly [K in keyof A as A[K] extends { isCoded: true } ? K : never]: WorkOf<A[K], R> }
  : never

/**
 * Types the functions of a resource's coded actions, for the hook `actions`. A missing function is a type error.
 *
 * @example
 * actions: actionsFor(rooms, { close: async ({ unit, record }) => closeRoom(unit, record) })
 */
export const actionsFor = <R extends AnyResource>(_resource: R, actions: ActionsOf<R>): Record<string, AnyWork> =>
  actions as Record<string, AnyWork>

export interface ShownOnce {
  /** For the reference. */
  schema: Readonly<Record<string, JsonSchema>>
  /** Outside the transaction, which may run twice. */
  make: (services: Pick<Services, 'site'>) => {
    shown: Readonly<Record<string, string>>
    columns?: (unit: UnitOfWork) => Record<string, unknown>
    /** Stores a way to check the shown values later. */
    store: (unit: UnitOfWork, record: ApiRecord) => Promise<void>
  }
}

/** A resource's behavior beyond its declaration. Every hook runs inside the request's transaction. */
export interface ResourceHooks {
  /** Limits the records that the caller sees; null for all. */
  visible?: (caller: Caller) => Condition | null
  computed?: Readonly<Record<string, RawBuilder<unknown>>>
  /** For sorting large lists. */
  figures?: Readonly<Record<string, Figures>>
  /** Beside the declared filters. */
  filters?: Readonly<
    Record<string, { param: QueryParam<string[] | undefined>; condition: (values: string[]) => Condition }>
  >
  /**
   * For assignments, by name: SQL over the other resource's row for one of `ways` in which it applies to this id (the
   * first means assigned), or null. `?effective=true` asks for all.
   */
  concerns?: Readonly<Record<string, { ways: readonly string[]; select: (id: string) => RawBuilder<string | null> }>>
  /** Completes answers by members that no SQL gives; their `extras` select null. */
  described?: (context: HookContext & { now: number }, records: readonly ApiRecord[]) => Promise<ApiRecord[]>
  /** Records whose name and values the audit log leaves out. */
  isDiscreet?: (record: ApiRecord) => boolean
  /** Read-only members of answers, beside the fields. */
  extras?: Readonly<Record<string, { select: RawBuilder<unknown>; schema: JsonSchema }>>
  /** Logged like changes of declared fields. */
  audited?: Readonly<Record<string, (record: ApiRecord) => unknown>>
  /** The record as GET answers it, for events, if that differs from the stored one. */
  told?: (record: ApiRecord, unit: Pick<UnitOfWork, 'caller' | 'now'>) => ApiRecord
  /** The name in the audit log, if it comes from another record. */
  label?: (record: ApiRecord) => string | undefined
  /** Headings in files that mean import columns, by column, beside its name and labels. */
  aliases?: Readonly<Record<string, readonly string[]>>
  /** Other products whose files are known. */
  profiles?: readonly FileProfile[]
  /**
   * The table, headings first, in a file of another format; null for a table already.
   * @throws Problem `validation` at `file`
   */
  tableInFile?: (
    text: string,
    asked: { tenantId: string; timeZone: string; now: number },
  ) => Promise<readonly (readonly string[])[] | null>
  /** Of tenants: the country (ISO 3166) of telephone numbers in files that lack a country code. */
  phoneCountry?: (db: Transaction, tenantId: string) => Promise<string | null>
  /** The record as files have it, by the names of import columns, if that differs. */
  exported?: (record: ApiRecord, unit: Pick<UnitOfWork, 'caller' | 'now'>) => ApiRecord
  /** Turns the body of a create call into input for `validate`. */
  prepare?: (
    unit: UnitOfWork,
    input: Readonly<Record<string, unknown>>,
    scope: Scope,
  ) => Promise<Record<string, unknown>>
  /** Undeclared members, for the API reference; `prepare` removes them. */
  createExtras?: Readonly<Record<string, JsonSchema>>
  /** Of a new row, beside the fields. */
  columns?: (unit: UnitOfWork, values: Readonly<Record<string, unknown>>) => Record<string, unknown>
  /** Members only in the answer to a create, such as a secret. Never stored: a repeat lacks them. */
  shownOnce?: ShownOnce
  /** Of a changed row, beside the fields. */
  changedColumns?: Readonly<Record<string, unknown>>
  /**
   * Takes locks that precede those of the changed records, in a fixed order.
   * @param ids of all records of a call
   */
  lockFirst?: (unit: UnitOfWork, input: Readonly<Record<string, unknown>>, ids: readonly string[]) => Promise<void>
  /** The record at `now` (epoch ms), if the clock alone changes it. Decides which actions are offered. */
  at?: (record: ApiRecord, now: number) => ApiRecord
  /** Checks that need more than the record. */
  check?: (unit: UnitOfWork, change: CheckedChange) => Promise<ValidationErrors>
  /** `check` reads only records to which the record refers, so many new ones are judged before any of them is written. */
  checksReferred?: true
  /** Before changes and deletions, and for a preview: problems by id of records that must stay unchanged. */
  refuse?: (context: HookContext, changes: readonly Change[]) => Promise<ReadonlyMap<string, Problem>>
  /**
   * Generated writes run over the whole tenant, whatever rules about rows limit the caller, and this code judges what may
   * be written. Which records they find is still the rule's.
   */
  beyondRows?: true
  actions?: Readonly<Record<string, AnyWork>>
  actionBodies?: Readonly<Record<string, (body: Body<ActionInput>) => Body<ActionInput>>>
  actionsAlsoWrong?: Readonly<Record<string, AlsoWrong>>
  /** For work before the action's transaction, after it or on its refusal. */
  aroundAction?: (request: ActionRequest, work: () => Promise<ApiRecord>, name: string) => Promise<ApiRecord>
  /** Replaces the general problem. */
  notOffered?: (record: ApiRecord, action: { name: string; isUndo: boolean }, now: number) => Problem
  /** Whether the action on another record of the same call has done it to this one, which it is no longer offered for. */
  isDoneAlong?: (unit: UnitOfWork, record: ApiRecord, action: { name: string; isUndo: boolean }) => boolean
  beforeDelete?: (unit: UnitOfWork, records: readonly ApiRecord[]) => Promise<void>
  /**
   * After each record is written, in the same transaction: `before` is null for a new one, `after` for a deleted one. Not
   * for nested records that go with their parent. What it throws refuses the write.
   */
  after?: (unit: UnitOfWork, change: Omit<Change, 'resource'>, scope: Scope) => Promise<void>
  /** The product's own ways to write a record with what belongs to it: also how changes are taken back. */
  writes?: {
    /** Asks `unit.rehearsal` for all that rows depend on in earlier ones, so that a dry run can undo each at once. */
    rehearses?: boolean
    /** `scope.hooks.columns` may hold the id and time of a record that comes back. */
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
