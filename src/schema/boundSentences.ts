import { type Bound, sidesOf } from './bounds'
import type { AnyOperand, Formula } from './derived'
import type { FieldKind } from './field'
import { inSentence } from './naming'
import { type AnyResource, fieldOf } from './resource'
import { isSaid, type Told } from './said'

const inDays = (days: number): string => (days === 0 ? 'today' : `${days} days from today`)

const saidPhrase = (said: Told): string => {
  switch (said.says) {
    case 'now':
      return 'the moment of the call'
    case 'today':
      return `${inDays(said.days)} in the tenant’s time zone`
    case 'me':
      return 'the caller'
    case 'setting':
      return said.of
        ? `\`${said.name}\` of the ${inSentence((said.of() as AnyResource).label[0])}`
        : `the tenant’s \`${said.name}\``
  }
}

const phrase = (operand: AnyOperand): string => {
  if (typeof operand === 'string') return `\`${operand}\``
  if (typeof operand === 'number') return String(operand)
  if (isSaid(operand)) return saidPhrase(operand)
  const { op, operands = [] } = operand as Formula
  const parts = operands.map(phrase)
  if (op === 'later') return `${parts[0]} and ${parts[1]} days`
  return parts.join(op === 'plus' ? ' plus ' : op === 'minus' ? ' minus ' : ' times ')
}

const timeWords: Readonly<Record<keyof Bound, string>> = {
  min: 'Not before',
  max: 'Not after',
  after: 'After',
  before: 'Before',
}
const numberWords: Readonly<Record<keyof Bound, string>> = {
  min: 'At least',
  max: 'At most',
  after: 'More than',
  before: 'Less than',
}
const times: readonly FieldKind[] = ['localDate', 'instant', 'localTime']

/** API reference sentences on a field's computed default and bounds. */
export const boundSentences = (resource: AnyResource, name: string): string[] => {
  const { kind = 'text', starts } = fieldOf(resource, name) ?? {}
  const words = times.includes(kind) ? timeWords : numberWords
  return [
    ...(starts ? [`By default ${phrase(starts)}.`] : []),
    ...sidesOf(resource).flatMap(one => (one.name === name ? [`${words[one.side]} ${phrase(one.limit)}.`] : [])),
  ]
}
