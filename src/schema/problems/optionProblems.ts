import { actionsOf } from '../action'
import type { AnyField, Fields, KindOptions } from '../field'
import { kindOf } from '../kinds'
import type { AnyResource } from '../resource'

/** PostgreSQL's keys have at most 2704 bytes, and a character up to four. */
const longestKey = 600

export const innerFields = ({ kind, options }: AnyField): [string, AnyField][] => {
  if (kind === 'group' || kind === 'items') return Object.entries((options as KindOptions['group']).fields)
  if (kind !== 'typed') return []
  return Object.values((options as KindOptions['typed']).types).flatMap(({ fields }) => Object.entries(fields))
}

const uniqueProblem = (field: AnyField): string | null => {
  if (!field.unique || field.computed || field.kind === 'references') return null
  const { max } = field.options as { max?: number }
  if (kindOf(field).columns(field.options).length > 1)
    return `is ${field.kind}, of several parts, so it cannot be unique: keep it in one field of text or number beside it.`
  if (field.kind === 'url') return 'may be too long to be unique: leave out unique.'
  return field.traits.sort === 'folded' && (max ?? 0) > longestKey
    ? `may be too long to be unique: say max: ${longestKey} or less.`
    : null
}

const neverWritten = ({ writable, writeRole, immutable }: AnyField): string | null => {
  const idle = writable ? undefined : writeRole ? 'writeRole' : immutable ? 'immutable' : undefined
  return idle ? `is never written by callers: leave out ${idle}.` : null
}

const onlyOfRecords = (field: AnyField): string | null => {
  const { unique, immutable, renamedFrom, computed, writable, derived } = field
  const said = derived
    ? 'derived'
    : computed
      ? 'computed'
      : !writable
        ? 'readOnly'
        : unique
          ? 'unique'
          : immutable
            ? 'immutable'
            : renamedFrom !== undefined
              ? 'renamedFrom'
              : null
  return said && `is no field of the record itself: leave out ${said}.`
}

export const optionProblems = (resource: AnyResource): string[] => {
  const own = Object.entries(resource.fields as Fields)
  const inner = own.flatMap(([name, field]) =>
    innerFields(field).map(([member, part]): [string, AnyField] => [`${name}.${member}`, part]),
  )
  const asked = actionsOf(resource).flatMap(([name, { input, form }]) =>
    Object.entries({ ...(input as Fields), ...form }).map(([member, part]): [string, AnyField] => [
      `${name}.${member}`,
      part,
    ]),
  )
  const said = (fields: [string, AnyField][], problemOf: (field: AnyField) => string | null) =>
    fields.flatMap(([place, field]) => {
      const problem = problemOf(field)
      return problem ? [`${resource.name}.${place} ${problem}`] : []
    })
  return [
    ...said(own, uniqueProblem),
    ...said(own, neverWritten),
    ...said([...inner, ...asked], onlyOfRecords),
    ...said(asked, ({ readRole, writeRole }) =>
      readRole || writeRole ? 'is asked of whoever runs the action: give the action a role instead.' : null,
    ),
  ]
}
