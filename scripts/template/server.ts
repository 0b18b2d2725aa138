import path from 'node:path'
import { createProduct, demoOf } from 'slotwise/serve'
import { resources } from './declarations'

/** Hooks, routes and jobs of the product's own are its subjects. */
export const product = createProduct({
  resources,
  callerColumns: { tenant: [], membership: [], key: [] },
  demo: demoOf({ name: 'First Tenant', slug: 'first', timeZone: 'Europe/Berlin' }),
  migrations: path.join(import.meta.dirname, 'migrations'),
  subjects: {},
})
