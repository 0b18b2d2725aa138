import path from 'node:path'
import type { ValidationErrors } from 'slotwise/declare'
import { createProduct, demoOf, insertDrafts, type ResourceHooks, sql } from 'slotwise/serve'
import { resources } from './declarations'
import './texts'
import { borrowers } from './declarations/borrowers'
import { categories } from './declarations/categories'
import { equipment } from './declarations/equipment'

const loansHooks: ResourceHooks = {
  check: async (unit, { after }) => {
    const { rows } = await sql<{ isRefused: boolean }>`
      select is_barred and not coalesce(lends_to_barred, false) as is_refused
      from borrowers left join lending_rules using (tenant_id)
      where borrowers.tenant_id = (select current_tenant_id()) and borrowers.id = ${after.borrowerId}`.execute(unit.db)
    const errors: ValidationErrors = {}
    if (rows[0]?.isRefused) errors.borrowerId = { key: 'validation.barred', args: {} }
    return errors
  },
}

const demo = demoOf(
  { name: 'Northside Toolshed', slug: 'northside', timeZone: 'Europe/Berlin', currency: 'EUR' },
  async (db, tenantId) => {
    const [categoryId] = await insertDrafts(db, tenantId, categories, [{ name: 'Garden', color: '#3F7D20' }])
    await insertDrafts(db, tenantId, equipment, [
      { name: 'Chainsaw', number: 'G-1', categoryId, weight: 6 },
      { name: 'Hedge trimmer', number: 'G-2', categoryId, weight: 4 },
      { name: 'Leaf blower', number: 'G-3', categoryId, weight: 3 },
    ])
    await insertDrafts(db, tenantId, borrowers, [{ name: 'Grace Hopper', email: 'grace@example.com' }])
  },
)

export const product = createProduct({
  resources,
  callerColumns: { tenant: [], membership: [], key: [] },
  demo,
  migrations: path.join(import.meta.dirname, 'migrations'),
  subjects: { loans: { hooks: { loans: loansHooks } } },
})
