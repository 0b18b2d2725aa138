import { type Role, roles } from './access'
import { meets } from './conditions'
import type { AnyField, Fields, ResourceRef, ValueOf } from './field'
import type { CheckKey } from './messages'
import { kebabCase } from './naming'
import type { AnyResource, Conditions, Requirement } from './resource'
import { type CopiedNames, isSaid, type KnownInputs, type SetsIn, type WithInputs } from './said'

type Values = Readonly<Record<string, unknown>>
type InputOf<I extends Fields> = { readonly [K in keyof I]: ValueOf<I[K]> }
type When = Readonly<Record<string, Requirement<any>>>

/** One record; one or several; the whole list. */
export type ActionTarget = 'record' | 'many' | 'collection'

type CallMethod = 'GET' | 'POST'

export type Start = string | ((record: any, tenant: any) => unknown)

interface ActionOptions<I extends Fields, T extends ActionTarget = ActionTarget> {
  /** The button's text, in the imperative: "Merge". */
  label: string
  /** The past tense, for the toast and the history: "Merged". */
  done: string
  /** `record` by default. */
  on?: T
  /** The lowest role that runs it; by default, the lowest that writes the records and the fields in `sets`. */
  role?: Role
  /** The dialog's fields. The audit log takes `reason` as the reason. */
  input?: I
  /** The dialog's version of `input`: fewer or stricter fields. */
  form?: { readonly [K in keyof NoInfer<I>]?: AnyField }
  /**
   * Initial values: `email` of the record, `customerId.email` of the referenced one, or a function of record and
   * tenant.
   */
  starts?: { readonly [K in keyof NoInfer<I>]?: Start }
  /** Shows dialog fields only for matching records. */
  asks?: { readonly [K in keyof NoInfer<I>]?: When }
  /** When other fields show or require dialog fields. */
  conditions?: Conditions<NoInfer<I>>
  /** Checks input fields against each other, in the dialog and in the API. */
  check?: (input: InputOf<I>) => { readonly [K in keyof I]?: CheckKey | undefined }
  /** A condition beside `when`, at `now` (epoch ms), also in the API. */
  offered?: (record: any, now: number) => boolean
  /** Puts the likeliest next step first; `now` in epoch ms. */
  likely?: (record: any, now: number) => boolean
  /** The confirmation's text. */
  confirm?: string
  /** The button that closes the dialog; "Cancel" by default. */
  dismiss?: string
  /** `danger` if it cannot be undone. */
  tone?: 'danger'
  /** `created` if it answers the record that it creates; `nothing` for 204. */
  answers?: 'created' | 'nothing'
  /** Saves the answer as a file of this kind. */
  file?: 'csv' | 'json'
  /** `own` if the product has its own button. */
  button?: 'own'
  /** Texts of the API reference; label and confirmation by default. */
  docs?: ReferenceTexts
}

export interface ReferenceTexts {
  /** The call's name in generated clients; by default such as `mergeCustomer`. */
  operationId?: string
  /** A line on what it does. */
  summary?: string
  /** Further notes for callers. */
  description?: string
}

/** Reverses an action: a button, and `{"undo": true}` in the call's body. */
interface UndoOptions {
  /** The button's text. */
  label: string
  /** The past tense, for the toast and the history. */
  done: string
  /** Whether a record offers it at `now` (epoch ms). */
  offered?: ActionOptions<any>['offered']
}

interface UndoOnFields<U, D> extends UndoOptions {
  /** Conditions on the record, as in `conditions`. */
  when?: U
  /** Fields and the values that they return to. */
  sets?: D
}

interface ActionOnFields<W, U, D> {
  /** Conditions on the record, as in `conditions`. */
  when?: W
  /** Its reversal. */
  undo?: UndoOnFields<U, D>
}

interface Writes<I extends Fields, S, C extends ResourceRef, R extends ResourceRef, B extends string> {
  /** Fields and their new values: literals, `now()`, `today()`, `me()`, `input('reason')` or `copied('dueOn')`. */
  sets?: S & KnownInputs<S, NoInfer<I>>
  /** A record that it creates, after all checks. */
  creates?: Creation<I, C>
  /** Changes the record that a field refers to; nothing if the field is empty. */
  along?: Along<I, R, B>
}

export interface Creation<I extends Fields = Fields, C extends ResourceRef = ResourceRef> {
  /** The new record's resource; a nested one lands below this record or its parent. */
  of: () => C
  /** Fields and their values, as in `sets`. */
  with: SetsIn<NoInfer<C>, NoInfer<I>>
}

export interface Along<I extends Fields = Fields, R extends ResourceRef = ResourceRef, B extends string = string> {
  /** The field that refers to the other record. */
  by: B
  /** The other record's resource. */
  of: () => R
  /** Conditions on the input, as in `conditions`; if unmet, the other record stays. */
  if?: { readonly [K in keyof NoInfer<I>]?: Requirement<ValueOf<NoInfer<I>[K]>> }
  /** Conditions on the other record; if unmet, the action is refused. */
  when?: When
  /** The other record's fields and their new values, as in `sets`. */
  sets: SetsIn<NoInfer<R>, NoInfer<I>>
}

interface Move<V> {
  /** Values that it leads from; other records do not offer it. */
  from: readonly V[]
  /** The field's new value. */
  to: V
}

interface TransitionOptions<I extends Fields, T extends ActionTarget, C, D> extends ActionOptions<I, T> {
  /** `true` if a server function does it. */
  isCoded?: C
  /** Its reversal: returns the field to the first value of `from`. */
  undo?: UndoOfTransition<D>
}

interface UndoOfTransition<D> extends UndoOptions {
  /** Further fields and the values that they return to. */
  sets?: D
}

export interface DeclaredAction<
  I extends Fields = any,
  W extends string = string,
  S extends Values = Values,
  C extends boolean = boolean,
  T extends ActionTarget = ActionTarget,
> extends Omit<ActionOptions<I>, 'input' | 'form' | 'on'> {
  /** Fields of `when`, `sets` and `undo`. First, so that the compiler names a misspelt one. */
  readonly concerns: readonly W[]
  readonly on: T
  readonly input: I
  readonly form: Fields
  readonly when: When
  readonly sets: S
  readonly creates?: Creation
  readonly along?: Along
  /** Whether a server function runs in place of `sets`, `creates` and `along`. */
  readonly isCoded: C
  /** The declared call's method at its path. */
  readonly calledBy?: CallMethod
  readonly undo?: DeclaredAction
}

type Parts = { when?: When; sets?: Values; creates?: Creation | undefined; along?: Along | undefined }

const made = (
  { undo, ...options }: ActionOptions<any> & Parts & { undo?: (UndoOptions & Parts) | undefined },
  isCoded: boolean,
): DeclaredAction => {
  const { input = {}, form = input, when = {}, sets = {}, on = 'record', role, ...rest } = options
  const concerns = [when, sets, undo?.when ?? {}, undo?.sets ?? {}].flatMap(Object.keys)
  const common = { on, isCoded, ...(role && { role }) }
  return {
    ...rest,
    ...common,
    ...{ input, form, when, sets, concerns },
    ...(undo && { undo: made({ ...undo, ...common }, isCoded) }),
  }
}

type IsBare<S, C, R> = [keyof S, C, R] extends [never, never, never] ? true : false

/**
 * Declares an operation on records, with its button, dialog, route, permission, audit entry and history sentence. Needs
 * a server function unless `sets`, `creates` or `along` do the work.
 *
 * @example
 * giveBack: action({
 *   label: 'Give back', done: 'Given back',
 *   input: { condition: choice(['good', 'damaged'], { default: 'good' }) },
 *   when: { returnedOn: { present: false } },
 *   sets: { returnedOn: today(), takenBy: me(), condition: input('condition') },
 * })
 */
export const action = <
  I extends Fields = Record<never, never>,
  const W extends When = Record<never, never>,
  const S extends Values = Record<never, never>,
  const T extends 'record' | 'many' | 'collection' = 'record',
  const U extends When = Record<never, never>,
  const D extends Values = Record<never, never>,
  C extends ResourceRef = never,
  R extends ResourceRef = never,
  const B extends string = never,
>(
  options: ActionOptions<I, T> & ActionOnFields<W, U, D> & Writes<I, S, C, R, B>,
): DeclaredAction<
  NoInfer<I>,
  | ((keyof NoInfer<W> | keyof NoInfer<S> | keyof NoInfer<U> | keyof NoInfer<D>) & string)
  | CopiedNames<NoInfer<S>>
  | NoInfer<B>,
  WithInputs<NoInfer<S>, NoInfer<I>>,
  IsBare<NoInfer<S>, NoInfer<C>, NoInfer<R>>,
  NoInfer<T>
> => made(options as ActionOptions<any>, !('sets' in options || 'creates' in options || 'along' in options)) as never

/**
 * Declares an action that moves a choice to another value. `undo` returns to the first of `from`.
 *
 * @example
 * withdraw: transition(
 *   'status',
 *   { from: ['on_shelf', 'at_binder'], to: 'withdrawn' },
 *   { label: 'Withdraw', done: 'Withdrawn' },
 * )
 */
export const transition = <
  const N extends string,
  const V extends string,
  I extends Fields = Record<never, never>,
  const C extends boolean = false,
  const T extends 'record' | 'many' = 'record',
  const S extends Values = Record<never, never>,
  const D extends Values = Record<never, never>,
  M extends ResourceRef = never,
  R extends ResourceRef = never,
  const B extends string = never,
>(
  field: N,
  { from, to }: Move<V>,
  { isCoded, undo, ...options }: TransitionOptions<I, T, C, D> & Writes<I, S, M, R, B>,
): DeclaredAction<
  NoInfer<I>,
  NoInfer<N> | ((keyof NoInfer<S> | keyof NoInfer<D>) & string) | CopiedNames<NoInfer<S>> | NoInfer<B>,
  { readonly [K in NoInfer<N>]: NoInfer<V> } & WithInputs<NoInfer<S>, NoInfer<I>>,
  NoInfer<C>,
  NoInfer<T>
> => {
  const back = undo && { ...undo, when: { [field]: [to] }, sets: { ...undo.sets, [field]: from[0] } }
  const sets = { ...options.sets, [field]: to }
  return made(
    { ...(options as ActionOptions<any>), undo: back, when: { [field]: from }, sets },
    isCoded ?? false,
  ) as never
}

/**
 * Declares a button and dialog for a declared call (`defineCall`), which answers in its own shape.
 *
 * @example
 * export: callAction({ label: 'Export data', done: 'Exported', role: 'admin', file: 'json' })
 */
export const callAction = <
  I extends Fields = Record<never, never>,
  const W extends When = Record<never, never>,
  const T extends ActionTarget = 'record',
>({
  method = 'POST',
  ...options
}: ActionOptions<I, T> & { when?: W; method?: CallMethod }): DeclaredAction<
  NoInfer<I>,
  keyof NoInfer<W> & string,
  Record<never, never>,
  false,
  NoInfer<T>
> => ({ ...made(options, false), calledBy: method }) as never

/** Activate and deactivate, for resources with an `isActive` flag. */
export const activation = {
  activate: action({
    label: 'Activate',
    done: 'Activated',
    on: 'many',
    when: { isActive: [false] },
    sets: { isActive: true },
  }),
  deactivate: action({
    label: 'Deactivate',
    done: 'Deactivated',
    on: 'many',
    when: { isActive: [true] },
    sets: { isActive: false },
  }),
}

export const actionsOf = ({ actions = {} }: Pick<AnyResource, 'actions'>): [name: string, action: DeclaredAction][] =>
  Object.entries(actions as Readonly<Record<string, DeclaredAction>>)

export const undoName = (name: string): string => `${name}.undo`

export interface NamedAction {
  name: string
  action: DeclaredAction
  undoes?: string
}

/** In declared order, each undo after its action. */
export const offersOf = (resource: Pick<AnyResource, 'actions'>): NamedAction[] =>
  actionsOf(resource).flatMap(([name, action]) => [
    { name, action },
    ...(action.undo ? [{ name: undoName(name), action: action.undo, undoes: name }] : []),
  ])

const rolesToWrite = ({ access, fields }: AnyResource, sets: Values, isNew = false): Role[] => {
  const { write } = access.ownTenant ?? access
  const needed = (isNew && access.create) || write
  return [
    needed === 'nobody' ? 'superuser' : needed,
    ...Object.keys(sets).flatMap(name => (fields as Fields)[name]?.writeRole ?? []),
  ]
}

/** The role for all that it writes; `superuser` if nobody writes the records. */
export const actionRole = (resource: AnyResource, { role, sets, creates, along }: DeclaredAction): Role =>
  role ??
  [
    ...rolesToWrite(resource, sets),
    ...(creates ? rolesToWrite(creates.of() as AnyResource, creates.with, true) : []),
    ...(along ? rolesToWrite(along.of() as AnyResource, along.sets) : []),
  ].reduce((a, b) => (roles.indexOf(a) >= roles.indexOf(b) ? a : b))

export const literalsOf = (sets: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sets).filter(([, value]) => !isSaid(value)))

export const answered = (resource: AnyResource, { answers, creates }: DeclaredAction): AnyResource =>
  answers === 'created' && creates ? (creates.of() as AnyResource) : resource

export const writtenElsewhere = ({ creates, along }: DeclaredAction): ResourceRef[] => [
  ...(creates ? [creates.of()] : []),
  ...(along ? [along.of()] : []),
]

const isSo = (record: Values, when: When): boolean =>
  Object.entries(when).every(([name, requirement]) => meets(record[name], requirement as Requirement))

export const askedOf = ({ form, asks = {} }: DeclaredAction, record: Values | undefined): Fields =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !record || !asks[name] || isSo(record, asks[name])))

/** Whether a record offers an action; `now` in epoch ms. */
export const isOffered = ({ when, offered }: DeclaredAction, record: Values, now: number): boolean =>
  isSo(record, when) && (offered?.(record, now) ?? true)

/** `to-binder` in `/books/{id}/to-binder`. */
export const actionSegment = kebabCase

export const inputResource = (
  resource: Pick<AnyResource, 'name' | 'icon'>,
  name: string,
  { form, check, conditions }: DeclaredAction,
  fields: Fields = form,
): AnyResource => ({
  name: `${resource.name}.actions.${name}`,
  label: ['', ''],
  icon: resource.icon,
  api: '',
  scope: 'tenant',
  access: { read: 'viewer', write: 'viewer' },
  fields,
  represent: '',
  list: { columns: [], sort: '' },
  form: Object.keys(fields),
  ...(conditions && { conditions }),
  ...(check && { check }),
})
