import {
  apiKeys,
  deadLetters,
  events,
  invitations,
  memberships,
  savedViews,
  tenants,
  users,
  webhookDeliveries,
  webhooks,
} from '../../src/core'
import { machineScopes } from '../../src/schema'
import { deadLettersHooks } from '../crud/deadLetters'
import { eventRoutes } from '../crud/events/eventRoutes'
import { eventsHooks } from '../crud/events/eventsHooks'
import type { ResourceHooks } from '../crud/hooks'
import { importRetention } from '../crud/imports/retention'
import { type GivenProduct, joinSubjects, type Product } from '../crud/product'
import { trashJob } from '../crud/trash/purge'
import { redriveWebhook } from '../crud/webhooks/redriveWebhook'
import { webhookRoutes } from '../crud/webhooks/webhookRoutes'
import { deliveriesHooks, webhooksHooks } from '../crud/webhooks/webhooksHooks'
import { carriedBy } from '../db/archive/parts'
import { eventRetention } from '../events/retention'
import { webhookSecrets } from '../webhooks/settings'
import { apiKeysHooks } from './apiKeys/apiKeysHooks'
import { archiveRoute } from './archives/archiveRoute'
import { type Core, coreOf } from './core'
import { invitationRoutes } from './members/invitationRoutes'
import { membershipsHooks } from './members/membershipsHooks'
import { myInvitationRoutes } from './members/myInvitationRoutes'
import { invitationActionsHooks } from './members/resendInvitation'
import { platformLogRetention } from './platformLog/retention'
import { securityLogRoutes } from './platformLog/securityLogRoutes'
import { savedViewRoutes } from './savedViews/savedViewRoutes'
import { savedViewsHooks } from './savedViews/savedViewsHooks'
import { tenantOverviewRoute } from './tenants/tenantOverviewRoute'
import { tenantRoutes } from './tenants/tenantRoutes'
import { tenantsHooks } from './tenants/tenantsHooks'
import { meRoutes } from './users/meRoutes'
import { usersHooks } from './users/usersHooks'

const coreHooks = (core: Core): Readonly<Record<string, ResourceHooks>> => ({
  [tenants.name]: tenantsHooks,
  [users.name]: usersHooks(core),
  [memberships.name]: membershipsHooks,
  [invitations.name]: invitationActionsHooks(core),
  [apiKeys.name]: apiKeysHooks,
  [savedViews.name]: savedViewsHooks(core),
  [events.name]: eventsHooks,
  [webhooks.name]: webhooksHooks,
  [webhookDeliveries.name]: deliveriesHooks,
  [deadLetters.name]: deadLettersHooks,
})

/** The product's checks and refusals follow the machine's. Its other hooks replace them. */
const joined = (core: ResourceHooks, own: ResourceHooks): ResourceHooks => {
  const check: ResourceHooks['check'] = async (unit, change) => ({
    ...(await core.check?.(unit, change)),
    ...(await own.check?.(unit, change)),
  })
  const refuse: ResourceHooks['refuse'] = async (context, changes) =>
    new Map([...((await core.refuse?.(context, changes)) ?? []), ...((await own.refuse?.(context, changes)) ?? [])])
  return {
    ...core,
    ...own,
    ...((core.check ?? own.check) && { check }),
    ...((core.refuse ?? own.refuse) && { refuse }),
    computed: { ...core.computed, ...own.computed },
    filters: { ...core.filters, ...own.filters },
    extras: { ...core.extras, ...own.extras },
    actions: { ...core.actions, ...own.actions },
  }
}

/**
 * Joins a product's subjects, and adds the machine's records, routes and hooks.
 * @throws if two subjects define the same thing
 */
export const createProduct = (given: GivenProduct): Product => {
  const own = joinSubjects(given)
  const hooks: Record<string, ResourceHooks> = { ...own.hooks }
  const core = coreOf(own, hooks)
  for (const [name, ofMachine] of Object.entries(coreHooks(core)))
    hooks[name] = own.hooks[name] ? joined(ofMachine, own.hooks[name]) : ofMachine
  return {
    apiScopes: machineScopes,
    ...own,
    hooks,
    without: {
      ...own.without,
      [invitations.name]: ['update', 'updateMany'],
      [savedViews.name]: ['updateMany', 'deleteMany', 'usageOfMany'],
      [webhooks.name]: ['updateMany', 'deleteMany', 'usageOfMany'],
    },
    routes: [
      ...meRoutes(core),
      ...myInvitationRoutes(core),
      ...securityLogRoutes,
      tenantOverviewRoute(own.countedByTenant),
      archiveRoute(carriedBy(own)),
      ...tenantRoutes(core, { fill: own.fillTenant, templates: own.templates, hooks }),
      ...invitationRoutes(core),
      ...savedViewRoutes(core),
      ...eventRoutes(core.declared(events)),
      ...webhookRoutes(core.declared(webhooks), core.declared(webhookDeliveries)),
      ...own.routes,
    ],
    sealed: [...webhookSecrets, ...own.sealed],
    redrives: { webhook: redriveWebhook, ...own.redrives },
    jobs: [platformLogRetention, eventRetention, trashJob, importRetention, ...own.jobs],
  }
}
