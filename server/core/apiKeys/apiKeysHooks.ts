import { sql } from 'kysely'
import { uuidSchema } from '../../../src/contract'
import { apiKeys, inYears, keyYears } from '../../../src/core'
import type { ValidationErrors } from '../../../src/schema'
import { formatInstant } from '../../../src/time/formatInstant'
import { noteAction } from '../../crud/audit/noteAction'
import { actionsFor, type CheckedChange, type ResourceHooks } from '../../crud/hooks'
import { lockInvariant } from '../../crud/lockInvariant'
import { findRecord } from '../../crud/scope'
import { hashOfKey, newApiKey, shownPart } from '../../http/identity/apiKey'
import { Problem } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'

const mostKeys = 50

const ofSecret = (column: string) => sql`(select ${sql.ref(`secrets.${column}`)} from api_key_secrets as secrets
  where secrets.tenant_id = api_keys.tenant_id and secrets.api_key_id = api_keys.id)`

/** Without the lock, two parallel keys could both pass. */
const checkOthers = async ({ db, caller }: UnitOfWork, { before, after }: CheckedChange): Promise<ValidationErrors> => {
  const tenantId = caller.tenant?.id
  await lockInvariant(db, `the API keys of ${tenantId}`)
  const { rows } = await sql<{ count: number; isNamed: boolean }>`
    select count(*)::int as count,
      coalesce(bool_or(lower(name) = lower(${after.name}) and id is distinct from ${before?.id ?? null}), false) as is_named
    from api_keys where tenant_id = ${tenantId} and revoked_at is null`.execute(db)
  const [others] = rows
  if (!before && others && others.count >= mostKeys)
    throw new Problem('validation', `There can be at most ${mostKeys} API keys here.`, {
      message: { key: 'refusal.limit', args: { max: mostKeys } },
    })
  return others?.isNamed ? { name: { key: 'validation.unique', args: {} } } : {}
}

const checkExpiry = ({ now }: UnitOfWork, { before, after }: CheckedChange): ValidationErrors => {
  const { expiresAt } = after
  if (typeof expiresAt !== 'string' || expiresAt === before?.expiresAt) return {}
  if (Date.parse(expiresAt) <= now) return { expiresAt: { key: 'validation.notInFuture', args: {} } }
  if (Date.parse(expiresAt) > inYears(keyYears.most, now))
    return { expiresAt: { key: 'validation.yearsAhead', args: { max: keyYears.most } } }
  return {}
}

export const apiKeysHooks: ResourceHooks = {
  computed: { lastUsedAt: ofSecret('used_at'), lastUsedIp: ofSecret('used_ip') },
  extras: {
    createdBy: {
      select: sql`api_keys.created_by`,
      schema: { anyOf: [uuidSchema, { type: 'null' }], description: 'The user who made it' },
    },
  },
  shownOnce: {
    schema: { key: { type: 'string', pattern: '^sw_[0-9A-Za-z]{49}$', description: 'In no other answer' } },
    make: () => {
      const key = newApiKey()
      return {
        shown: { key },
        columns: ({ caller }) => ({ prefix: shownPart(key), createdBy: caller.userId }),
        store: async ({ db }, { id, tenantId }) => {
          await sql`insert into api_key_secrets (tenant_id, api_key_id, hash)
            values (${tenantId}, ${id}, ${hashOfKey(key)})`.execute(db)
        },
      }
    },
  },
  prepare: async ({ now }, input) => ({
    ...input,
    // Null: never expires.
    ...(input.expiresAt === undefined && { expiresAt: formatInstant(inYears(keyYears.usual, now)) }),
  }),
  check: async (unit, change) => {
    const { revokedAt } = change.after
    return { ...checkExpiry(unit, change), ...(revokedAt ? {} : await checkOthers(unit, change)) }
  },
  actions: actionsFor(apiKeys, {
    revoke: async ({ unit, scope, record, request }) => {
      if (record.revokedAt !== null) return record
      const revokedAt = formatInstant(request.services.now())
      await sql`update api_keys set revoked_at = ${revokedAt}
        where tenant_id = ${record.tenantId} and id = ${record.id}`.execute(unit.db)
      const changes = { revokedAt: { from: null, to: revokedAt } }
      noteAction(unit, { action: 'revoked', resource: apiKeys, record, label: record.name, changes })
      return findRecord(unit.db, scope, record.id)
    },
  }),
}
