import path from 'node:path'
import { createProduct, demoOf } from 'slotwise/serve'
import { resources } from './declarations'

/** The product's hooks, routes and jobs are its subjects. */
export const product = createProduct({
  resources,
  callerColumns: { tenant: [], membership: [], key: [] },
  demo: demoOf({ name: 'First Tenant', slug: 'first', timeZone: 'Europe/Berlin' }),
  migrations: path.join(import.meta.dirname, 'migrations'),
  subjects: {},
})
