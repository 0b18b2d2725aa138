import { type AnyResource, type Around, defaultsOf, type ResourceRef, type Said } from '../../src/schema'
import { asksAround, hasStarts, settingsIn, settingsOf, workedStarts } from '../../src/schema/bounds'
import { onlyId } from '../db/tables'
import { callerName } from '../http/identity/caller'
import type { UnitOfWork } from '../http/unitOfWork'
import { findRecords } from './scope'

type Asking = Pick<UnitOfWork, 'db' | 'caller' | 'now'>
type Asked = Pick<AnyResource, 'fields' | 'bounds' | 'noOverlap' | 'conditions'>

const anywhere = { timeZone: 'UTC', currency: 'EUR' }

const settingsFor = async ({ db, caller }: Asking, resources: readonly AnyResource[]): Promise<Around['settings']> => {
  const settings: Record<string, Around['settings'][string]> = {}
  for (const resource of resources) {
    const id = (resource.scope === 'tenant' && caller.tenant?.id) || onlyId
    const scope = { resource, hooks: {}, resources: [], caller, params: {} }
    const [found] = await findRecords(db, scope, [id])
    settings[resource.name] = found ?? defaultsOf(resource)
  }
  return settings
}

const around = async (unit: Asking, singletons: readonly ResourceRef[]): Promise<Around> => {
  const { caller, now } = unit
  return {
    now,
    tenant: caller.tenant ?? anywhere,
    me: { id: caller.userId, email: caller.email, name: callerName(caller) || null },
    settings: await settingsFor(unit, singletons as readonly AnyResource[]),
  }
}

/** The values that defaults and bounds depend on; null if there are none. */
export const aroundOf = async (unit: Asking, resource: Asked): Promise<Around | null> =>
  hasStarts(resource) || asksAround(resource) ? around(unit, settingsOf(resource)) : null

export const aroundFor = (unit: Asking, said: readonly Said[]): Promise<Around> => around(unit, settingsIn(said))

type Input = Readonly<Record<string, unknown>>

export const startsFor = (
  resource: Pick<AnyResource, 'fields'>,
  input: Input,
  around: Around | null,
): Record<string, unknown> => {
  if (!around) return {}
  const starts = Object.entries(workedStarts(resource, around))
  return Object.fromEntries(
    starts.filter(([name]) => {
      const { kind, presence } = resource.fields[name] ?? {}
      // An empty choice counts as omitted; a null amount is a mistake.
      return input[name] === undefined || (presence === 'required' && kind !== 'money' && (input[name] ?? '') === '')
    }),
  )
}

export const withStarts = async (unit: Asking, fields: AnyResource['fields'], input: Input): Promise<Input> => ({
  ...input,
  ...startsFor({ fields }, input, await aroundOf(unit, { fields })),
})
