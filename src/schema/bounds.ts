import { addDays } from '../time/dates'
import { formatInstant } from '../time/formatInstant'
import { formatLocalDate } from '../time/localDate'
import { zoneOf } from '../time/Zone'
import { applies, isEmpty, sameValue } from './conditions'
import { compareDecimals } from './decimals'
import { type AnyOperand, type Formula, formulasIn } from './derived'
import type { AnyField, FieldKind, Fields, KindValues, ResourceRef, TenantSetting } from './field'
import type { Money } from './kinds/money'
import { memoize } from './memoize'
import type { CheckKey, Message } from './messages'
import { toDecimal } from './minorUnits'
import { type AnyResource, allFields } from './resource'
import { isSaid, type Now, type Said, type Setting, type Today, type Told } from './said'

type Values = Readonly<Record<string, unknown>>

const wholeNumbers = ['integer', 'minutes', 'count'] as const
const exactNumbers = ['decimal', 'percent'] as const
type Whole = (typeof wholeNumbers)[number]
type Exact = (typeof exactNumbers)[number]
type BoundedKind = Whole | Exact | 'money' | 'localDate' | 'instant' | 'localTime'
type AlikeTo<K> = K extends Whole ? Whole : K extends Exact ? Exact : K

export const areAlike = (a: FieldKind, b: FieldKind): boolean =>
  a === b || [wholeNumbers, exactNumbers].some((kinds: readonly FieldKind[]) => kinds.includes(a) && kinds.includes(b))

type OfKind<F, K> = { [N in keyof F as F[N] extends { kind: K } ? N : never]: F[N] }

/** A field's limits; an empty limit is none. */
export interface Bound<L = AnyLimit> {
  readonly min?: L
  readonly max?: L
  /** More, or later. */
  readonly after?: L
  /** Less, or earlier. */
  readonly before?: L
}
type AnyLimit = string | Now | Today | Setting | Formula

// Written out, so that the compiler lists the names.
/** Limits by other fields of the same kind, settings or the clock: `{ until: { after: 'from' } }`. */
export type Bounds<F> = {
  readonly [N in keyof OfKind<F, BoundedKind> & string]?: Bound<
    F[N] extends { kind: infer K extends FieldKind }
      ?
          | (keyof OfKind<F, AlikeTo<K>> & string)
          | Setting<KindValues[K]>
          | (K extends 'instant' ? Now : never)
          | (K extends 'localDate' ? Today : never)
          | Formula<keyof F & string, KindValues[K]>
      : never
  >
}

/** What defaults and bounds read beside the record. */
export interface Around {
  /** Epoch ms */
  readonly now: number
  readonly tenant: Readonly<Record<TenantSetting, string>>
  /** The caller; null for nobody. */
  readonly me: { readonly id: string | null; readonly email: string | null; readonly name: string | null }
  readonly settings: Readonly<Record<string, Values>>
}

const ofMe = ({ me }: Around, kind: FieldKind): string | null =>
  kind === 'reference' ? me.id : kind === 'email' ? me.email : me.name

const ofSetting = ({ settings, tenant }: Around, { of, name }: Setting, kind: FieldKind): unknown => {
  if (of) return settings[of().name]?.[name]
  const value = tenant[name as TenantSetting]
  return kind === 'money' ? { amount: 0, currency: value } : value
}

export const sayValue = (said: Told, kind: FieldKind, around: Around): unknown => {
  switch (said.says) {
    case 'now':
      return formatInstant(around.now)
    case 'today': {
      const today = formatLocalDate(zoneOf(around.tenant.timeZone).dayOf(around.now))
      return said.days === 0 ? today : addDays(today, said.days)
    }
    case 'me':
      return ofMe(around, kind)
    case 'setting':
      return ofSetting(around, said, kind)
  }
}

const arithmetic: Readonly<Record<string, (values: readonly any[]) => unknown>> = {
  later: ([date, days]) => addDays(date, days),
  plus: values => values.reduce((a, b) => a + b),
  minus: values => values.reduce((a, b) => a - b),
  times: values => values.reduce((a, b) => a * b),
}

/** Operations in defaults and bounds; `localDate` for dates, else for whole numbers. */
export const worksOut = ({ op }: Formula): boolean => op in arithmetic

const worth = (operand: AnyOperand, kind: FieldKind, record: Values, around: Around): unknown => {
  if (typeof operand === 'string') return record[operand]
  if (typeof operand === 'number') return operand
  if (isSaid(operand)) return sayValue(operand, kind, around)
  const { op = '', operands = [] } = operand as Formula
  const values = operands.map(one => worth(one, kind, record, around))
  if (values.includes(undefined)) return undefined
  return values.some(isEmpty) ? null : arithmetic[op]?.(values)
}

/** What it needs from outside the record. */
export const saidIn = (limit: AnyOperand): Told[] => {
  if (typeof limit !== 'object') return []
  if (isSaid(limit)) return [limit]
  return formulasIn(limit as Formula).flatMap(({ operands = [] }) =>
    operands.flatMap(one => (typeof one === 'object' && isSaid(one) ? [one] : [])),
  )
}

const fieldsIn = (limit: AnyOperand): string[] => {
  if (typeof limit === 'string') return [limit]
  if (typeof limit !== 'object' || isSaid(limit)) return []
  return formulasIn(limit as Formula).flatMap(({ operands = [] }) => operands.filter(one => typeof one === 'string'))
}

export interface Side {
  readonly name: string
  readonly side: keyof Bound
  readonly limit: AnyLimit
  readonly fields: readonly string[]
  readonly said: readonly Told[]
}

type Bounded = Pick<AnyResource, 'fields' | 'bounds' | 'noOverlap' | 'conditions'>

/** All bounds, and the ends of times in `noOverlap`. */
export const sidesOf = memoize((resource: Bounded): readonly Side[] => {
  const { bounds = {}, noOverlap = [] } = resource as Pick<AnyResource, 'bounds' | 'noOverlap'>
  const overlaps = noOverlap.map(({ from, until }) => [until, { min: from }] as const)
  return [...Object.entries(bounds as Bounds<Fields>), ...overlaps].flatMap(([name, bound]) =>
    Object.entries(bound as Bound).map(([side, limit]) => ({
      ...{ name, side: side as keyof Bound, limit },
      ...{ fields: fieldsIn(limit), said: saidIn(limit) },
    })),
  )
})

const startsOf = memoize((resource: Pick<AnyResource, 'fields'>): readonly [name: string, field: AnyField][] =>
  Object.entries(resource.fields as Fields).filter(([, { starts }]) => starts),
)

export const hasStarts = (resource: Pick<AnyResource, 'fields'>): boolean => startsOf(resource).length > 0

export const asksAround = (resource: Bounded): boolean => sidesOf(resource).some(({ said }) => said.length > 0)

export const settingsIn = (said: readonly Said[]): ResourceRef[] => [
  ...new Map(
    said.flatMap(one => (one.says === 'setting' && one.of ? [[one.of().name, one.of()] as const] : [])),
  ).values(),
]

export const settingsOf = memoize((resource: Bounded): readonly ResourceRef[] => {
  const said = [
    ...sidesOf(resource).flatMap(side => side.said),
    ...startsOf(resource).flatMap(([, { starts }]) => saidIn(starts as Told | Formula)),
  ]
  return settingsIn(said)
})

export const workedStarts = (resource: Pick<AnyResource, 'fields'>, around: Around): Record<string, unknown> =>
  Object.fromEntries(
    startsOf(resource).flatMap(([name, { kind, starts }]) => {
      const value = worth(starts as Told | Formula, kind, {}, around)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Negative if `a` is less; null if incomparable. */
const compare = (kind: FieldKind, a: unknown, b: unknown): number | null => {
  if (kind === 'money') {
    const [one, other] = [a as Money, b as Money]
    return one.currency === other.currency ? one.amount - other.amount : null
  }
  if (kind === 'decimal' || kind === 'percent') return compareDecimals(String(a), String(b))
  if (kind === 'instant') return Date.parse(String(a)) - Date.parse(String(b))
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

const sides: Readonly<Record<keyof Bound, (difference: number) => boolean>> = {
  min: difference => difference >= 0,
  max: difference => difference <= 0,
  after: difference => difference > 0,
  before: difference => difference < 0,
}

export const isWithin = (kind: FieldKind, side: keyof Bound, value: unknown, bound: unknown): boolean | null => {
  const difference = compare(kind, value, bound)
  return difference === null ? null : sides[side](difference)
}

const numberKeys = {
  min: 'validation.tooSmall',
  max: 'validation.tooLarge',
  after: 'validation.notMore',
  before: 'validation.notLess',
} as const satisfies Record<keyof Bound, CheckKey>

const timeKeys = {
  min: 'validation.tooEarly',
  max: 'validation.tooLate',
  after: 'validation.notAfter',
  before: 'validation.notBefore',
} as const satisfies Record<keyof Bound, CheckKey>

const isTime = (kind: FieldKind): boolean => kind === 'localDate' || kind === 'instant' || kind === 'localTime'

const messageOf = ({ side, limit }: Side, kind: FieldKind, bound: unknown): Message => {
  if (isTime(kind) && typeof limit === 'string' && side === 'min')
    return { key: 'validation.endsBeforeStart', args: {} }
  if (isTime(kind) && typeof limit === 'string' && side === 'after')
    return { key: 'validation.notAfterStart', args: {} }
  const value =
    kind === 'money' ? `${toDecimal(bound as Money)} ${(bound as Money).currency}` : (bound as string | number)
  const name = side === 'min' || side === 'after' ? 'min' : 'max'
  return { key: (isTime(kind) ? timeKeys : numberKeys)[side], args: { [name]: value } }
}

interface Judged {
  wrong: readonly string[]
  before: Values | null
  /** Null if unknown; the bounds that need it pass. */
  around: Around | null
}

/**
 * The first problem of each field. A stored value that time or a setting has moved out of bounds counts once somebody
 * changes it.
 */
export const boundProblems = (
  resource: Bounded,
  record: Values,
  { wrong, before, around }: Judged,
): [string, Message][] =>
  sidesOf(resource).flatMap((side): [string, Message][] => {
    const { name, limit, fields, said } = side
    const kind = allFields(resource)[name]?.kind
    if (!kind) return []
    const read = [name, ...fields]
    if (isEmpty(record[name]) || read.some(one => wrong.includes(one)) || !applies(resource, name, record)) return []
    if (said.length > 0 && (!around || (before && read.every(one => sameValue(before[one], record[one]))))) return []
    const bound = worth(limit, kind, record, around as Around)
    if (isEmpty(bound)) return []
    const isKept = isWithin(kind, side.side, record[name], bound)
    if (isKept === null)
      return [[name, { key: 'validation.otherCurrency', args: { currency: (bound as Money).currency } }]]
    return isKept ? [] : [[name, messageOf(side, kind, bound)]]
  })
