import type { Fields, ResourceRef } from './field'
import { isSaid, type Me, type Now, type Setting, type Today } from './said'

type Moment = Now | Today
type Bound = string | number | Moment

/** All must hold: one of these values, present or not, or an inclusive range. */
export type Where<N extends string = string> = {
  readonly [K in N]?:
    | readonly (string | number | boolean)[]
    | { readonly present: boolean }
    | { readonly min?: Bound; readonly max?: Bound }
}

type Aggregation = 'count' | 'sum' | 'min' | 'max' | 'last'
type Operation = 'days' | 'elapsed' | 'plus' | 'minus' | 'times' | 'later' | 'firstOf' | 'joined'

/** `N` names own fields, `V` is the value's type. */
export interface Formula<N extends string = string, V = any> {
  readonly op: Aggregation | Operation | 'holds'
  readonly aggregate?: Aggregate
  readonly operands?: readonly AnyOperand[]
  readonly separator?: string
  readonly where?: Where
  /** For the compiler. */
  readonly reads?: N
  /** For the compiler. */
  readonly gives?: V
}

export interface Aggregate {
  readonly of: () => ResourceRef
  readonly by: string
  readonly value?: string | undefined
  readonly where?: Where | undefined
  readonly order?: string | undefined
}

/**
 * A field (`'dueOn'`, `'bookId.title'`), a number, a moment, a formula or a derived field; in defaults and bounds, also
 * a setting.
 */
export type AnyOperand = string | number | Moment | Me | Setting | Formula | { readonly derived?: Formula | undefined }

type Own<P> = P extends `${infer First}.${string}` ? First : P
type NamesIn<A> = A extends string ? Own<A> : A extends Formula<infer N> ? N : never

type Named<R> = R extends { readonly fields: infer F extends Fields } ? keyof F & string : string

const aggregate =
  (op: Aggregation) =>
  <R extends ResourceRef>(
    of: () => R,
    by: Named<NoInfer<R>>,
    value: Named<NoInfer<R>>,
    where?: Where<Named<NoInfer<R>>>,
  ): Formula<never> => ({ op, aggregate: { of, by, value, where } })

/** The sum of a field over the records that refer to this one. */
export const sum = aggregate('sum')

/** The least value of a field over the records that refer to this one. */
export const min = aggregate('min')

/** The greatest value of a field over the records that refer to this one. */
export const max = aggregate('max')

/** A field's value in the last record that refers to this one. */
export const last = <R extends ResourceRef>(
  of: () => R,
  by: Named<NoInfer<R>>,
  value: Named<NoInfer<R>>,
  order: Named<NoInfer<R>> | 'createdAt',
  where?: Where<Named<NoInfer<R>>>,
): Formula<never> => ({ op: 'last', aggregate: { of, by, value, order, where } })

export const counting = (of: () => ResourceRef, by: string, where?: Where): Formula<never, number> => ({
  op: 'count',
  aggregate: { of, by, where },
})

const operation =
  <V>(op: Operation) =>
  <const A extends readonly AnyOperand[]>(...operands: A): Formula<NamesIn<A[number]>, V> => ({ op, operands })

/** Calendar days between dates or instants, in the tenant's zone: `days('lentOn', today())`. */
export const days = operation<number>('days') as <const A extends AnyOperand, const B extends AnyOperand>(
  from: A,
  to: B,
) => Formula<NamesIn<A | B>, number>

/** Whole minutes between instants: `elapsed('startsAt', 'endsAt')`. */
export const elapsed = operation<number>('elapsed') as typeof days

/** The sum of numbers; empty if one is. */
export const plus = operation<number>('plus')

/** The first number less the others; empty if one is. */
export const minus = operation<number>('minus')

/** The product of numbers; empty if one is. */
export const times = operation<number>('times')

/** A date some days later: `later('lentOn', 14)`. */
export const later = operation<string>('later') as <const A extends AnyOperand, const B extends AnyOperand>(
  date: A,
  days: B,
) => Formula<NamesIn<A | B>, string>

/** The first value that is not empty. */
export const firstOf = operation<any>('firstOf')

/** The non-empty texts, separated: `joined(', ', 'city', 'street')`. */
export const joined = <const A extends readonly string[]>(
  separator: string,
  ...operands: A
): Formula<NamesIn<A[number]>, string> => ({ op: 'joined', operands, separator })

/** Whether own fields meet all conditions: `holds({ returnedOn: { present: false } })`. */
export const holds = <const W extends Where>(where: W): Formula<keyof W & string, boolean> => ({ op: 'holds', where })

const formulaIn = (operand: AnyOperand): Formula | undefined => {
  if (typeof operand !== 'object' || isSaid(operand)) return undefined
  return 'op' in operand ? operand : operand.derived
}

export const formulasIn = (formula: Formula): Formula[] => [
  formula,
  ...(formula.operands ?? []).flatMap(operand => {
    const inner = formulaIn(operand)
    return inner ? formulasIn(inner) : []
  }),
]

export const inner = formulaIn

/** Also along references: `bookId.title`. */
export const pathsIn = (formula: Formula): string[] =>
  formulasIn(formula).flatMap(({ operands = [], where, op }) => [
    ...operands.filter(operand => typeof operand === 'string'),
    ...(op === 'holds' ? Object.keys(where ?? {}) : []),
  ])

export const aggregatesIn = (formula: Formula): Aggregate[] =>
  formulasIn(formula).flatMap(({ aggregate: one }) => one ?? [])
