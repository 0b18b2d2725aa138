import type { Subject } from '../../serve'
import { putAwayRoute, setupStatusRoute } from './setupStatus'
import { setupTemplates } from './templates'
import { addBackOffice, tenantsHooks } from './tenantsHooks'

export const setup: Subject = {
  hooks: { tenants: tenantsHooks },
  routes: [setupStatusRoute, putAwayRoute],
  fillTenant: addBackOffice,
  templates: setupTemplates,
}
