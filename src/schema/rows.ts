import { hasRole, type Role } from './access'
import type { AnyField, Fields, ResourceRef } from './field'
import { humanize, inSentence } from './naming'
import type { AnyResource } from './resource'

/** An undeclared link table, in camel case. */
export interface LinkTable {
  readonly table: string
  readonly owner: string
  readonly target: string
}

type Scalar = string | number | boolean

/** Made by `rows`. `N` names its fields. */
export type RowRule<N extends string = string> =
  | { readonly rule: 'mine'; readonly field: N }
  | {
      readonly rule: 'own'
      readonly field: N
      readonly every: boolean
      readonly linked?: { readonly of: () => ResourceRef } & LinkTable
    }
  | { readonly rule: 'is'; readonly field: N; readonly values: readonly Scalar[] }
  | { readonly rule: 'along'; readonly field: N; readonly then: RowRule }
  | { readonly rule: 'referred'; readonly of: () => ResourceRef; readonly by: string; readonly isWanted: boolean }
  | { readonly rule: 'role'; readonly role: Role; readonly isWanted: boolean }
  | { readonly rule: 'setting'; readonly name: string }
  | { readonly rule: 'hasNone'; readonly resource: string }
  | { readonly rule: 'any' | 'all'; readonly of: readonly RowRule<N>[] }

/** Opens a field in spite of its `readRole` or `writeRole`. One rule suffices. */
export interface Opening<N extends string = string> {
  /** Where one of these holds, whoever sees the record reads the field. */
  readonly read?: readonly RowRule<N>[]
  /** Where one of these holds, whoever changes the record and reads the field writes it. */
  readonly write?: readonly RowRule<N>[]
}

/** The records that a caller reads and writes, beyond `access`. One rule suffices. */
export interface Rows<N extends string = string> {
  /** The records that the caller sees; others answer 404. */
  readonly read?: readonly RowRule<N>[]
  /**
   * The seen records that the caller changes and deletes; all by default. Others answer 403. Except for `is`, it must
   * hold after the write, too.
   */
  readonly write?: readonly RowRule<N>[]
  /** Fields that single records open to callers of too low a role. */
  readonly opens?: Readonly<Partial<Record<N, Opening<N>>>>
  /** Also holds for the system. Only for rules made of `mine` (of users) and `is`. */
  readonly always?: true
}

export interface RowCaller {
  readonly role: Role | null
  readonly userId: string | null
  readonly membershipId: string | null
  /** By resource. */
  readonly own: Readonly<Record<string, readonly string[]>>
  readonly settings: Readonly<Record<string, unknown>>
}

const always: RowRule = { rule: 'all', of: [] }

const oneOf = (rules: readonly RowRule[] | undefined): RowRule => (rules ? { rule: 'any', of: rules } : always)

/** `written`: a record after the write. */
export type RowUse = 'read' | 'write' | 'written'

/** A change may be the last that the rule allows. */
const whateverState = (rule: RowRule): RowRule => {
  if (rule.rule === 'any' || rule.rule === 'all') return { ...rule, of: rule.of.map(whateverState) }
  return rule.rule === 'is' ? always : rule
}

/** Writes need readable records, before and after. */
export const rowRule = ({ rows }: Pick<AnyResource, 'rows'>, use: RowUse): RowRule | null => {
  const isRuled = rows?.read || (use !== 'read' && rows?.write)
  if (!rows || !isRuled) return null
  if (use === 'read' || !rows.write) return oneOf(rows.read)
  const write = oneOf(rows.write)
  return { rule: 'all', of: [oneOf(rows.read), use === 'write' ? write : whateverState(write)] }
}

export const targetOfMember = (resource: AnyResource, name: string): ResourceRef | null => {
  const field = (resource.fields as Fields)[name] as AnyField | undefined
  if (field?.kind === 'reference' || field?.kind === 'references') return field.options.to()
  return resource.assigns?.[name]?.of() ?? null
}

export const ownedBy = (resource: AnyResource, rule: Extract<RowRule, { rule: 'own' }>): string =>
  (rule.linked?.of() ?? targetOfMember(resource, rule.field))?.name ?? ''

export const rulesWithin = (resource: AnyResource, rule: RowRule): [resource: AnyResource, rule: RowRule][] => {
  if (rule.rule === 'any' || rule.rule === 'all') return rule.of.flatMap(one => rulesWithin(resource, one))
  const target = rule.rule === 'along' ? (targetOfMember(resource, rule.field) as AnyResource | null) : null
  return [[resource, rule], ...(rule.rule === 'along' && target ? rulesWithin(target, rule.then) : [])]
}

export const rulesOf = (resource: AnyResource): [resource: AnyResource, rule: RowRule][] =>
  (['read', 'write'] as const).flatMap(use => {
    const rule = rowRule(resource, use)
    return rule ? rulesWithin(resource, rule) : []
  })

export const allRulesOf = (resource: AnyResource): [resource: AnyResource, rule: RowRule][] => [
  ...rulesOf(resource),
  ...openingsOf(resource).flatMap(({ rule }) => rulesWithin(resource, rule)),
]

export const openingsOf = ({ rows, fields }: AnyResource): { name: string; use: 'read' | 'write'; rule: RowRule }[] =>
  Object.entries(rows?.opens ?? {}).flatMap(([name, opening]) =>
    fields[name] && opening
      ? (['read', 'write'] as const).flatMap(use => (opening[use] ? [{ name, use, rule: oneOf(opening[use]) }] : []))
      : [],
  )

/** Null as for `ruleHolds`. */
export const opensToWrite = (resource: AnyResource, name: string, record: Row, caller: RowCaller): boolean | null => {
  const rules = resource.rows?.opens?.[name]?.write
  return rules ? ruleHolds(resource, oneOf(rules), record, caller) : false
}

/** Null if it depends on the record. */
export const byCallerAlone = (rule: RowRule, caller: RowCaller): boolean | null => {
  if (rule.rule === 'role')
    return rule.isWanted ? hasRole(caller.role, rule.role) : caller.role !== null && caller.role !== rule.role
  // An unknown setting restricts.
  if (rule.rule === 'setting') return caller.settings[rule.name] === false
  if (rule.rule === 'hasNone') return (caller.own[rule.resource] ?? []).length === 0
  if (rule.rule !== 'any' && rule.rule !== 'all') return null
  const parts = rule.of.map(one => byCallerAlone(one, caller))
  const decisive = rule.rule === 'any'
  if (parts.includes(decisive)) return decisive
  return parts.includes(null) ? null : !decisive
}

type Row = Readonly<Record<string, unknown>>

export interface RowsAround {
  one: (resource: ResourceRef, id: unknown) => Row | undefined
  referring: (resource: ResourceRef, by: string, id: unknown) => readonly Row[]
}

const idsIn = (value: unknown): unknown[] | null =>
  value === undefined ? null : Array.isArray(value) ? value : value === null ? [] : [value]

/** Null if it depends on other records and `around` is absent. */
export const ruleHolds = (
  resource: AnyResource,
  rule: RowRule,
  record: Row,
  caller: RowCaller,
  around?: RowsAround,
): boolean | null => {
  const byCaller = byCallerAlone(rule, caller)
  if (byCaller !== null) return byCaller
  const judge = (one: RowRule) => ruleHolds(resource, one, record, caller, around)
  switch (rule.rule) {
    case 'any':
    case 'all': {
      const parts = rule.of.map(judge)
      const decisive = rule.rule === 'any'
      if (parts.includes(decisive)) return decisive
      return parts.includes(null) ? null : !decisive
    }
    case 'mine': {
      const isMember = targetOfMember(resource, rule.field)?.name === 'memberships'
      const mine = isMember ? caller.membershipId : caller.userId
      if (mine === null) return false
      return record[rule.field] === undefined ? null : record[rule.field] === mine
    }
    case 'own': {
      const ids = idsIn(record[rule.field])
      const mine = caller.own[ownedBy(resource, rule)] ?? []
      if (mine.length === 0) return false
      if (!ids) return null
      const isMine = (id: unknown) => mine.includes(String(id))
      return rule.every ? ids.length > 0 && ids.every(isMine) : ids.some(isMine)
    }
    case 'is':
      return record[rule.field] === undefined ? null : rule.values.includes(record[rule.field] as Scalar)
    case 'along': {
      const target = targetOfMember(resource, rule.field) as AnyResource
      if (record[rule.field] === null) return false
      const other = around?.one(target, record[rule.field])
      if (!other) return around ? false : null
      const read = rowRule(target, 'read')
      const seen = read ? ruleHolds(target, read, other, caller, around) : true
      return seen && ruleHolds(target, rule.then, other, caller, around)
    }
    case 'referred': {
      if (!around) return null
      const other = rule.of() as AnyResource
      const found = around.referring(other, rule.by, record.id)
      if (!rule.isWanted) return found.length === 0
      const read = rowRule(other, 'read')
      return found.some(one => !read || ruleHolds(other, read, one, caller, around) === true)
    }
    default:
      return null
  }
}

const list = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

const one = (of: () => ResourceRef): string => inSentence((of() as AnyResource).label[0])

const phrase = (resource: AnyResource, rule: RowRule, isInner = false): string => {
  switch (rule.rule) {
    case 'mine':
      return `\`${rule.field}\` is the caller`
    case 'own':
      return rule.every
        ? `all of \`${rule.field}\` are the caller’s own`
        : `\`${rule.field}\` names a record of the caller’s own`
    case 'is':
      return `\`${rule.field}\` is ${list(
        rule.values.map(value => `\`${value}\``),
        'or',
      )}`
    case 'along':
      return `of \`${rule.field}\`, ${phrase(targetOfMember(resource, rule.field) as AnyResource, rule.then, true)}`
    case 'referred':
      return rule.isWanted ? `${one(rule.of)} that the caller sees refers to it` : `no ${one(rule.of)} refers to it`
    case 'role':
      return rule.isWanted ? `the caller is at least ${rule.role}` : `the caller is not ${rule.role}`
    case 'setting':
      return `the tenant’s \`${rule.name}\` is off`
    case 'hasNone':
      return `the caller has no ${humanize(rule.resource).toLowerCase()} of their own`
    default: {
      const parts = rule.of.map(each => phrase(resource, each, true))
      const text = list(parts, rule.rule === 'any' ? 'or' : 'and')
      return isInner && parts.length > 1 ? `(${text})` : text
    }
  }
}

/** For the API's reference. */
export const openingSentences = (resource: AnyResource, name: string): string[] =>
  openingsOf(resource).flatMap(one =>
    one.name === name
      ? `Where ${phrase(resource, one.rule)}, whoever ${one.use === 'read' ? 'sees' : 'changes'} a single record also ${one.use === 'read' ? 'reads' : 'writes'} it.`
      : [],
  )

/** For the API's reference. */
export const ruleSentence = (resource: AnyResource, use: 'read' | 'write'): string | null => {
  const rules = resource.rows?.[use]
  if (!rules) return null
  const verb = use === 'read' ? 'seen' : 'changed and deleted'
  return `${resource.label[1]} are ${verb} where ${phrase(resource, oneOf(rules))}.`
}
