import { type Role, roles } from './access'
import { meets } from './conditions'
import type { AnyField, Fields, ValueOf } from './field'
import type { CheckKey } from './messages'
import { kebabCase } from './naming'
import type { AnyResource, Conditions, Requirement } from './resource'

type Values = Readonly<Record<string, unknown>>
type InputOf<I extends Fields> = { readonly [K in keyof I]: ValueOf<I[K]> }
type When = Readonly<Record<string, Requirement<any>>>

/** One record; that or the selected rows of a list; or the list as a whole. */
export type ActionTarget = 'record' | 'many' | 'collection'

type CallMethod = 'GET' | 'POST'

export type Start = string | ((record: any, tenant: any) => unknown)

interface ActionOptions<I extends Fields, T extends ActionTarget = ActionTarget> {
  /** The button's text, in the imperative: "Merge". */
  label: string
  /** The past tense for the toast and the history: "Merged". */
  done: string
  /** `record` by default. */
  on?: T
  /** The lowest role that may run it; by default the lowest that may write the records and the fields in `sets`. */
  role?: Role
  /** The dialog's fields. The audit log takes a field `reason` as the reason. */
  input?: I
  /** The dialog's version of `input`: fewer or stricter fields than programs may send. */
  form?: { readonly [K in keyof NoInfer<I>]?: AnyField }
  /**
   * Initial values: `email` of the record, `customerId.email` of the record it refers to, or a function of record and
   * tenant.
   */
  starts?: { readonly [K in keyof NoInfer<I>]?: Start }
  /** Dialog fields only for records that match; for many records the dialog has all. */
  asks?: { readonly [K in keyof NoInfer<I>]?: When }
  /** When other fields show or require dialog fields. */
  conditions?: Conditions<NoInfer<I>>
  /** Checks input fields against each other, in the dialog and in the API. */
  check?: (input: InputOf<I>) => { readonly [K in keyof I]?: CheckKey | undefined }
  /** A condition beside `when`, at `now` (epoch ms). The API checks it too. */
  offered?: (record: any, now: number) => boolean
  /** Whether it is the likeliest next step at `now` (epoch ms), and so comes first. */
  likely?: (record: any, now: number) => boolean
  /** The confirmation's text. */
  confirm?: string
  /** The text of the button that leaves the dialog; "Cancel" by default. */
  dismiss?: string
  /** `danger` if it cannot be undone. */
  tone?: 'danger'
  /** `created` if it answers with the record that it creates; `nothing` if the API answers 204. */
  answers?: 'created' | 'nothing'
  /** The answer is saved as a file of this kind. */
  file?: 'csv' | 'json'
  /** `own` if the product has its own button. */
  button?: 'own'
  /** Texts of the API reference, in place of label and confirmation. */
  docs?: ReferenceTexts
}

interface ReferenceTexts {
  /** The call's name in generated clients; by default as in `mergeCustomer`. */
  operationId?: string
  /** What it does, in a line. */
  summary?: string
  /** Further notes for callers. */
  description?: string
}

/** Reverses an action: a button, and `{"undo": true}` in the body of the same call. */
interface UndoOptions {
  /** The button's text. */
  label: string
  /** The past tense for the toast and the history. */
  done: string
  /** Whether it is offered for a record at `now` (epoch ms). */
  offered?: ActionOptions<any>['offered']
}

interface UndoOnFields<U> extends UndoOptions {
  /** Conditions on the record's fields, as in `conditions`. */
  when?: U
}

interface ActionOnFields<W, S, U> {
  /** Conditions on the record's fields, as in `conditions`. */
  when?: W
  /** Fields, and the values it sets them to. */
  sets?: S
  /** Its reversal, and when that is offered. */
  undo?: UndoOnFields<U>
}

interface Move<V> {
  /** The field's values from which it leads; other records do not offer it. */
  from: readonly V[]
  /** The field's new value. */
  to: V
}

interface TransitionOptions<I extends Fields, T extends ActionTarget, C> extends ActionOptions<I, T> {
  /** `true` if a server function does more than set the field. */
  isCoded?: C
  /** Its reversal: the field returns to the first value of `from`. */
  undo?: UndoOptions
}

export interface DeclaredAction<
  I extends Fields = any,
  W extends string = string,
  S extends Values = Values,
  C extends boolean = boolean,
  T extends ActionTarget = ActionTarget,
> extends Omit<ActionOptions<I>, 'input' | 'form' | 'on'> {
  readonly on: T
  readonly input: I
  readonly form: Fields
  readonly when: When
  readonly sets: S
  /** Named in `when`, `sets` and `undo.when`. */
  readonly concerns: readonly W[]
  /** Whether a server function runs; otherwise it only sets fields. */
  readonly isCoded: C
  /** The method of a declared call that answers its path. */
  readonly calledBy?: CallMethod
  readonly undo?: DeclaredAction
}

type Parts = { when?: When; sets?: Values }

const made = (
  { undo, ...options }: ActionOptions<any> & Parts & { undo?: (UndoOptions & Parts) | undefined },
  isCoded: boolean,
): DeclaredAction => {
  const { input = {}, form = input, when = {}, sets = {}, on = 'record', role, ...rest } = options
  const concerns = [when, sets, undo?.when ?? {}].flatMap(Object.keys)
  const common = { on, isCoded, ...(role && { role }) }
  return {
    ...rest,
    ...common,
    ...{ input, form, when, sets, concerns },
    ...(undo && { undo: made({ ...undo, ...common }, isCoded) }),
  }
}

/**
 * Declares an operation on records, with its button, dialog, route, permission, audit entry and history sentence. The
 * types require a server function unless it only sets fields.
 *
 * @example
 * merge: action({
 *   label: 'Merge', done: 'Merged', role: 'admin',
 *   input: { intoId: reference(() => customers, { required: true }) },
 *   when: { anonymizedAt: { present: false } },
 * })
 */
export const action = <
  I extends Fields = Record<never, never>,
  const W extends When = Record<never, never>,
  const S extends Values = Record<never, never>,
  const T extends 'record' | 'many' | 'collection' = 'record',
  const U extends When = Record<never, never>,
>(
  options: ActionOptions<I, T> & ActionOnFields<W, S, U>,
): DeclaredAction<
  NoInfer<I>,
  (keyof NoInfer<W> | keyof NoInfer<S> | keyof NoInfer<U>) & string,
  NoInfer<S>,
  [keyof NoInfer<S>] extends [never] ? true : false,
  NoInfer<T>
> => made(options, Object.keys(options.sets ?? {}).length === 0) as never

/**
 * Declares an action that moves a choice to another value; together they form its status machine. `isCoded` says that a
 * server function does more, `undo` leads back to the first of `from`.
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
>(
  field: N,
  { from, to }: Move<V>,
  { isCoded, undo, ...options }: TransitionOptions<I, T, C>,
): DeclaredAction<NoInfer<I>, NoInfer<N>, { readonly [K in NoInfer<N>]: NoInfer<V> }, NoInfer<C>, NoInfer<T>> => {
  const back = undo && { ...undo, when: { [field]: [to] }, sets: { [field]: from[0] } }
  return made({ ...options, undo: back, when: { [field]: from }, sets: { [field]: to } }, isCoded ?? false) as never
}

/**
 * Declares an action that a declared call answers (`defineCall`), for answers of a shape of their own: button, dialog
 * and texts are generated. `method` is that of the call.
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

/** In the audit log and in message keys. */
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

/** `superuser` if nobody writes the records. */
export const actionRole = ({ access, fields }: AnyResource, { role, sets }: DeclaredAction): Role => {
  if (role) return role
  const needed = Object.keys(sets).flatMap(name => (fields as Fields)[name]?.writeRole ?? [])
  const write = (access.ownTenant ?? access).write
  return [write === 'nobody' ? 'superuser' : write, ...needed].reduce((a, b) =>
    roles.indexOf(a) >= roles.indexOf(b) ? a : b,
  )
}

const isSo = (record: Values, when: When): boolean =>
  Object.entries(when).every(([name, requirement]) => meets(record[name], requirement as Requirement))

/** For one record, or (undefined) for many. */
export const askedOf = ({ form, asks = {} }: DeclaredAction, record: Values | undefined): Fields =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !record || !asks[name] || isSo(record, asks[name])))

/**
 * Whether a record offers an action.
 * @param now epoch ms
 */
export const isOffered = ({ when, offered }: DeclaredAction, record: Values, now: number): boolean =>
  isSo(record, when) && (offered?.(record, now) ?? true)

/** The last segment of an action's path: `to-binder` in `/books/{id}/to-binder`. */
export const actionSegment = kebabCase

/** For validation and inputs. */
export const inputResource = (
  resource: Pick<AnyResource, 'name'>,
  name: string,
  { form, check, conditions }: DeclaredAction,
  fields: Fields = form,
): AnyResource =>
  ({
    name: `${resource.name}.actions.${name}`,
    label: ['', ''],
    api: '',
    scope: 'tenant',
    access: { read: 'viewer', write: 'viewer' },
    fields,
    represent: '',
    list: { columns: [], sort: '' },
    form: Object.keys(fields),
    ...(conditions && { conditions }),
    ...(check && { check }),
  }) as unknown as AnyResource
