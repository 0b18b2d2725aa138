import type { AnyField, AnyResource, ApiScopes, EventCatalogue, Fields } from '../schema'
import { apiKeys, scopesOf } from './apiKeys'
import { deadLetters } from './deadLetters'
import { eventFields, events } from './events'
import { invitations } from './invitations'
import { memberships } from './memberships'
import { platformLog } from './platformLog'
import { savedViews } from './savedViews'
import { tenants } from './tenants'
import { users } from './users'
import { deliveredType, webhookDeliveries } from './webhookDeliveries'
import { eventsOfWebhooks, webhooks } from './webhooks'

const people = [tenants, users, memberships, invitations, platformLog, savedViews] as const
const connections = [events, apiKeys, webhooks, webhookDeliveries, deadLetters] as const

export type CoreRecord = (typeof people)[number] | (typeof connections)[number]

type NotExtended<R extends AnyResource, Own extends AnyResource> = R extends AnyResource
  ? R['name'] extends Own['name']
    ? never
    : R
  : never

export const coreNames: readonly string[] = [...people, ...connections].map(({ name }) => name)

export type WithCore<Own extends AnyResource> = Own | NotExtended<CoreRecord, Own>

interface Told {
  events?: EventCatalogue
  apiScopes?: ApiScopes
}

const toldFields = ({ events: catalogue = {}, apiScopes }: Told): Readonly<Record<string, Fields>> => ({
  [events.name]: eventFields(catalogue),
  [webhooks.name]: { events: eventsOfWebhooks(catalogue) },
  [webhookDeliveries.name]: { eventType: deliveredType(catalogue) },
  ...(apiScopes && { [apiKeys.name]: { scopes: scopesOf(apiScopes) } }),
})

const mapFields = (fields: Fields, map: (field: AnyField) => AnyField): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)]))

/**
 * A product's records, and the machine's that it does not extend.
 *
 * @example
 * export const resources = withCore([tenants, authors, books], { events: eventCatalogue })
 */
export const withCore = <const Own extends AnyResource>(
  own: readonly Own[],
  told: Told = {},
): readonly WithCore<Own>[] => {
  const given = toldFields(told)
  const named = new Map<string, AnyResource>()
  const extended = (field: AnyField): AnyField =>
    field.kind === 'reference' && coreNames.includes(field.options.to().name)
      ? { ...field, options: { to: () => named.get(field.options.to().name) as AnyResource } }
      : field
  const inProduct = (core: AnyResource): AnyResource => {
    const resource = own.find(({ name }) => name === core.name) ?? core
    const fields = { ...resource.fields, ...given[core.name] }
    return { ...resource, fields: mapFields(fields, extended) }
  }
  const all = [
    ...people.map(inProduct),
    ...own.filter(({ name }) => !coreNames.includes(name)),
    ...connections.map(inProduct),
  ]
  for (const resource of all) named.set(resource.name, resource)
  return all as unknown as readonly WithCore<Own>[]
}
