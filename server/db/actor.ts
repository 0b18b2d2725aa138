/** Whom a transaction acts for. Each actor has a database role that owns nothing. */
export type Actor =
  /** Role `slotwise_tenant`: sees and changes only the rows of that tenant. */
  | { as: 'tenant'; tenantId: string; userId?: string }
  /** Role `slotwise_platform`: users, tenants and memberships, for identity look-ups and superusers. */
  | { as: 'platform'; userId?: string }
  /** Role `slotwise_auth`: the embedded auth service's own schema, `auth_service`, and nothing else. */
  | { as: 'auth' }

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const setting = (name: string, value: string | undefined): string => {
  if (value === undefined) return ''
  if (!uuidPattern.test(value)) throw new TypeError(`Not a UUID: ${JSON.stringify(value)}`)
  return `; set local ${name} = '${value}'`
}

/**
 * The statements that make a transaction act for an actor, sent in one simple query with what begins it: if a later one fails, the
 * transaction is already aborted, so nothing can run under the login role.
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
 * Refuses a statement that would leave the actor's role, tenant or transaction. PostgreSQL lets every role run RESET ROLE
 * and set_config, so the only place that sends statements forbids them. This is a second line of defence: statements are
 * parameterized, run one at a time, and are never built from user input.
 */
export const refuseEscape = (statement: string): void => {
  if (wayOut.test(statement)) throw new Error(`Not allowed inside a transaction of an actor: ${statement.slice(0, 80)}`)
}
