import type { AnyOperand, Formula } from '../derived'
import { inner } from '../derived'
import type { AnyField, FieldKind } from '../field'
import { isSaid } from '../said'

const numbers: readonly FieldKind[] = ['integer', 'minutes', 'count', 'decimal', 'percent']
const texts: readonly FieldKind[] = ['text', 'longText', 'email', 'phone', 'slug', 'url', 'integer', 'count']

/** The kinds of operands, and their name for people. */
const wanted: Readonly<Partial<Record<Formula['op'], [kinds: readonly FieldKind[], what: string]>>> = {
  days: [['localDate', 'instant'], 'date or instant'],
  elapsed: [['instant'], 'instant'],
  plus: [numbers, 'number'],
  minus: [numbers, 'number'],
  times: [numbers, 'number'],
  joined: [texts, 'text'],
}

const alike: Readonly<Partial<Record<FieldKind, [kinds: readonly FieldKind[], what: string]>>> = {
  text: [texts, 'text'],
  localDate: [['localDate'], 'date'],
  instant: [['instant'], 'instant'],
  integer: [numbers, 'number'],
  flag: [['flag'], 'flag'],
}

const given: Readonly<Partial<Record<Formula['op'], FieldKind>>> = {
  days: 'integer',
  elapsed: 'integer',
  plus: 'integer',
  minus: 'integer',
  times: 'integer',
  count: 'integer',
  later: 'localDate',
  joined: 'text',
  holds: 'flag',
}

export const operandProblem = (
  { op, operands = [] }: Formula,
  kind: FieldKind | null,
  fieldAt: (path: string) => AnyField | undefined,
): string | null => {
  const kindOfOperand = (operand: AnyOperand): FieldKind | undefined => {
    if (typeof operand === 'string') return fieldAt(operand)?.kind
    if (typeof operand === 'number') return 'integer'
    if (isSaid(operand)) return operand.says === 'now' ? 'instant' : 'localDate'
    const formula = inner(operand)
    return formula && given[formula.op]
  }
  const ofField = op === 'firstOf' && kind ? alike[kind] : undefined
  for (const [index, operand] of operands.entries()) {
    const [kinds, what]: readonly [kinds?: readonly FieldKind[], what?: string] =
      ofField ??
      wanted[op] ??
      (op !== 'later' ? [] : index === 0 ? [['localDate'] as const, 'date'] : [numbers, 'number'])
    const found = kindOfOperand(operand)
    if (!kinds || !found || kinds.includes(found)) continue
    const name = typeof operand === 'string' ? operand : isSaid(operand as object) ? 'a moment' : 'what it works out'
    return `says ${op}() of ${name}, of the kind ${found} and no ${what}.`
  }
  return null
}
