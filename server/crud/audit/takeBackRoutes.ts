import { sql } from 'kysely'
import type { AuditChanges } from '../../../src/contract'
import * as auditLog from '../../../src/contract/calls/auditLog'
import { type AnyResource, hasRole, takingBack } from '../../../src/schema'
import { callerId } from '../../http/identity/caller'
import { implement } from '../../http/implement'
import { notFound } from '../../http/problem'
import type { Route } from '../../http/route'
import type { UnitOfWork } from '../../http/unitOfWork'
import { attemptEach, rehearsed } from '../bulk'
import type { ResourceHooks } from '../hooks'
import { scopeOf } from '../routes'
import { findEntries, parametersOf, type TakenEntry, takeBack } from './takeBack'

type Asked = Pick<Parameters<typeof scopeOf>[2], 'caller' | 'services'>

const resourceNamed = (name: string, { services }: Asked): AnyResource => {
  const resource = services.resources.find(each => each.name === name)
  if (!resource) throw notFound('change')
  return resource
}

const inRehearsal = <T>(unit: UnitOfWork, isDry: boolean, work: () => Promise<T>): Promise<T> => {
  unit.via = takingBack
  return isDry ? rehearsed(unit, work) : work()
}

export const takeBackRoutes = (hooks: Readonly<Record<string, ResourceHooks>>): Route[] => {
  const takingOf = async (unit: UnitOfWork, request: Asked, resource: AnyResource, entry: TakenEntry) => {
    const params = await parametersOf(unit, resource, entry)
    const scope = scopeOf(resource, hooks[resource.name] ?? {}, { ...request, params })
    return { scope, hooks }
  }
  return [
    implement(auditLog.takeBack, request =>
      request.write(unit =>
        inRehearsal(unit, request.query.dryRun, async () => {
          const { caller, params } = request
          const [entry] = await findEntries(unit.db, sql`tenant_id = ${caller.tenant.id} and id = ${params.id}`)
          // Taking back must not reveal the log to people who may not read it.
          const isKnown = hasRole(caller.role, 'admin') || entry?.actorId === callerId(caller)
          if (!entry || !isKnown) throw notFound('change')
          const resource = resourceNamed(entry.entityType, request)
          const taking = await takingOf(unit, request, resource, entry)
          const changes = await takeBack(unit, taking, [entry], request.headers.get('if-match'))
          return { entityType: entry.entityType, entityId: entry.entityId, changes }
        }),
      ),
    ),
    implement(auditLog.takeBackRequests, request =>
      request.write(unit =>
        inRehearsal(unit, request.query.dryRun, async () => {
          const { caller, query } = request
          const actorId = query.actorId ?? callerId(caller)
          if (actorId !== callerId(caller) && !hasRole(caller.role, 'admin')) throw notFound('change')
          const resource = resourceNamed(query.entityType, request)
          const entries = await findEntries(
            unit.db,
            sql`tenant_id = ${caller.tenant.id} and entity_type = ${resource.name} and request_id = any(${query.requestId})
              and actor_id = ${actorId}`,
          )
          const ids = Array.from(new Set(entries.map(({ entityId }) => entityId)))
          const scope = scopeOf(resource, {}, { ...request, params: {} })
          const changes = new Map<string, AuditChanges>()
          await hooks[resource.name]?.lockFirst?.(unit, {}, ids)
          const results = await attemptEach(unit, scope, ids, async id => {
            const [first, ...others] = entries.filter(({ entityId }) => entityId === id)
            if (!first) return
            const taking = await takingOf(unit, request, resource, first)
            changes.set(id, await takeBack(unit, taking, [first, ...others]))
          })
          if (!query.dryRun) return results
          const labels = new Map(entries.map(({ entityId, entityLabel }) => [entityId, entityLabel]))
          return results.map(result => ({
            ...result,
            entityLabel: labels.get(result.id) ?? null,
            ...(result.ok && { changes: changes.get(result.id) ?? {} }),
          }))
        }),
      ),
    ),
  ]
}
