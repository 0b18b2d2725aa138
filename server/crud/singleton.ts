import { recordBody, ref, singularName } from '../../src/contract'
import { type AnyResource, defaultsOf, inSentence } from '../../src/schema'
import type { Transaction } from '../db/database'
import { toRow } from '../db/rows'
import { anyTable } from '../db/sql'
import { onlyId } from '../db/tables'
import { defineRoute, type Route } from '../http/route'
import type { ResourceHooks } from './hooks'
import { accessTo, recordAnswer, scopeOf, scopesTo } from './routes'
import type { Scope } from './scope'
import { findRecord, findRecords } from './scope'
import { updateRecord } from './single'

const idIn = ({ resource, caller }: Scope): string =>
  resource.scope === 'tenant' ? (caller.tenant?.id ?? onlyId) : onlyId

/** Not logged, since nobody did it. */
const ensure = async (db: Transaction, scope: Scope): Promise<string> => {
  const { resource, caller } = scope
  const id = idIn(scope)
  const row = {
    ...toRow(resource, defaultsOf(resource)),
    id,
    ...(resource.scope === 'tenant' && { tenantId: caller.tenant?.id }),
  }
  await anyTable(db)
    .insertInto(resource.name)
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return id
}

export const singletonRoutes = (resource: AnyResource, hooks: ResourceHooks = {}): Route[] => {
  const one = inSentence(resource.label[0])
  const name = singularName(resource)
  const shared = { tag: resource.label[1], path: resource.api as string }
  const answer = { status: 200 as const, description: `The ${one}`, schema: ref(name), headers: 'ETag' as const }
  const routes = [
    defineRoute({
      ...shared,
      method: 'GET',
      access: accessTo(resource, 'get'),
      scopes: scopesTo(resource, 'get'),
      operationId: `get${name}`,
      summary: `The ${one}, with defaults at first`,
      answer,
      handler: async request => {
        const scope = scopeOf(resource, hooks, request)
        const [known] = await request.read(db => findRecords(db, scope, [idIn(scope)]), { single: true })
        const made = () => request.write(async ({ db }) => findRecord(db, scope, await ensure(db, scope)))
        return recordAnswer(200, known ?? (await made()))
      },
    }),
    defineRoute({
      ...shared,
      method: 'PATCH',
      access: accessTo(resource, 'update'),
      scopes: scopesTo(resource, 'update'),
      operationId: `update${name}`,
      summary: `Change fields of the ${one}`,
      headers: 'If-Match',
      body: recordBody(`${name}Changes`, Object.keys(hooks.extras ?? {})),
      answer: { ...answer, description: `The ${one} as it is now` },
      handler: async request => {
        const scope = scopeOf(resource, hooks, request)
        const changes = { input: request.body, ifMatch: request.headers.get('if-match') }
        return recordAnswer(
          200,
          await request.write(async unit => updateRecord(unit, scope, await ensure(unit.db, scope), changes)),
        )
      },
    }),
  ]
  return resource.access.write === 'nobody' ? routes.slice(0, 1) : routes
}
