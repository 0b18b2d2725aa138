import type { QueryClient } from '@tanstack/react-query'
import {
  type Action,
  type AnyResource,
  actionRole,
  type Fields,
  hasRole,
  mayAccess,
  type Registry,
  type Role,
  type RowCaller,
} from '../schema'
import { opensToWrite, rowRule, ruleHolds } from '../schema/rows'
import { type Me, meKey } from './me'

type Row = Readonly<Record<string, unknown>>

interface Asking {
  registry: Registry
  client: QueryClient
  tenantId: string | null
  role: Role | null
  field?: string | undefined
}

/** Null while loading. */
const rowCaller = ({ registry, client, tenantId, role }: Asking): RowCaller | null => {
  const me = client.getQueryData<Me>(meKey)
  const settings = client.getQueryData<Row[]>(['tenants', 'mine'])?.find(({ id }) => id === tenantId)
  if (!me || !settings) return null
  const membership = me.memberships.find(one => one.isActive && one.tenantId === tenantId)
  const own = Object.entries((registry.find('memberships')?.fields ?? {}) as Fields).flatMap(([name, field]) => {
    const id = (membership as Row | undefined)?.[name]
    return field.kind === 'reference' && typeof id === 'string' ? [[field.options.to().name, [id]] as const] : []
  })
  return { role, userId: me.id, membershipId: membership?.id ?? null, own: Object.fromEntries(own), settings }
}

/** By role, and by rules that read no other records. `field` may be open in spite of its `writeRole`. */
export const mayChange = (action: string, resource: AnyResource, record: Row, asking: Asking): boolean => {
  const declared = resource.actions?.[action]
  const isPermitted = declared
    ? hasRole(asking.role, actionRole(resource, declared))
    : mayAccess(asking.role, resource.access, action as Action)
  if (!isPermitted || ['list', 'show', 'create'].includes(action)) return isPermitted
  const rule = rowRule(resource, 'write')
  const caller = rowCaller(asking)
  if (asking.field) return caller !== null && opensToWrite(resource, asking.field, record, caller) !== false
  return !rule || !caller || ruleHolds(resource, rule, record, caller) !== false
}
