/** The database role of each actor owns nothing. */
export type Actor =
  | { as: 'tenant'; tenantId: string; userId?: string }
  /** For identity look-ups and superusers. */
  | { as: 'platform'; userId?: string }
  /** Only the schema `auth_service`. */
  | { as: 'auth' }

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const setting = (name: string, value: string | undefined): string => {
  if (value === undefined) return ''
  if (!uuidPattern.test(value)) throw new TypeError(`Not a UUID: ${JSON.stringify(value)}`)
  return `; set local ${name} = '${value}'`
}

/**
 * Travels in one simple query with the `begin`: if it fails, the transaction is aborted, so nothing runs under the
 * login role.
 * @throws when an id is not a UUID
 */
export const actAs = (actor: Actor): string => {
  const role = `set local role slotwise_${actor.as}`
  if (actor.as === 'auth') return role
  const tenantId = actor.as === 'tenant' ? actor.tenantId : undefined
  return role + setting('app.tenant_id', tenantId) + setting('app.user_id', actor.userId)
}

const wayOut =
  /^\s*(?:set|reset|discard|begin|start|commit|end|abort|rollback(?!\s+to\b)|prepare|do)\b|\bset_config\s*\(/i

/**
 * PostgreSQL lets every role run RESET ROLE and set_config. A second line of defence: no statement is built from
 * user input.
 */
export const refuseEscape = (statement: string): void => {
  if (wayOut.test(statement)) throw new Error(`Not allowed inside a transaction of an actor: ${statement.slice(0, 80)}`)
}
