import type { Role } from './access'
import type { ResourceRef } from './field'
import type { LinkTable, RowRule } from './rows'

type Scalar = string | number | boolean

/**
 * The field, a reference to users or members, is the caller.
 *
 * @example
 * rows: { read: [rows.role('admin'), rows.mine('lentById')] }
 */
export const mine = <const N extends string>(field: N): RowRule<N> => ({ rule: 'mine', field })

/**
 * The field is the caller's own record: their membership or API key refers to it. One of a set suffices.
 *
 * @example
 * rows: { read: [rows.own('roomId')] }
 */
export const own = <const N extends string>(field: N): RowRule<N> => ({ rule: 'own', field, every: false })

/** `own` for each record of a set. */
export const everyOwn = <const N extends string>(field: N): RowRule<N> => ({ rule: 'own', field, every: true })

/** `own` for links in an undeclared table. Answers carry their ids as `member`. */
export const ownIn = (member: string, of: () => ResourceRef, links: LinkTable): RowRule<never> =>
  ({ rule: 'own', field: member, every: false, linked: { of, ...links } }) as RowRule as RowRule<never>

/** The field has one of these values. */
export const is = <const N extends string>(field: N, ...values: readonly Scalar[]): RowRule<N> => ({
  rule: 'is',
  field,
  values,
})

/** The rule holds for the referenced record, which the caller sees. */
export const along = <const N extends string>(field: N, then: RowRule): RowRule<N> => ({ rule: 'along', field, then })

/** A record that the caller sees refers to this one. */
export const seenBy = (of: () => ResourceRef, by: string): RowRule<never> => ({
  rule: 'referred',
  of,
  by,
  isWanted: true,
})

/** No record refers to this one, seen or not. */
export const unreferred = (of: () => ResourceRef, by: string): RowRule<never> => ({
  rule: 'referred',
  of,
  by,
  isWanted: false,
})

/** The caller has at least this role. */
export const role = (role: Role): RowRule<never> => ({ rule: 'role', role, isWanted: true })

/** The caller has another role. */
export const unlessRole = (role: Role): RowRule<never> => ({ rule: 'role', role, isWanted: false })

/** The tenant's flag is off. */
export const unlessSetting = (name: string): RowRule<never> => ({ rule: 'setting', name })

/** Neither the caller's membership nor their API key names a record of this resource. */
export const unlessOwner = (resource: string): RowRule<never> => ({ rule: 'hasNone', resource })

/** One of the rules holds. */
export const anyOf = <N extends string = never>(...of: readonly RowRule<N>[]): RowRule<N> => ({ rule: 'any', of })

/** All rules hold. */
export const allOf = <N extends string = never>(...of: readonly RowRule<N>[]): RowRule<N> => ({ rule: 'all', of })
