import * as z from 'zod/mini'
import { defineCall, pageParams, param, recordBody, recordOf } from '../../contract'
import { tenants } from '../tenants'

const tag = 'Tenants'

export const create = defineCall({
  method: 'POST',
  path: '/tenants',
  access: { who: 'superuser' },
  tag,
  operationId: 'createTenant',
  summary: 'Make a tenant',
  query: {
    ownerEmail: param('text', 'The address of its first owner, who is invited', { max: 254 }),
    template: param('text', 'The template to set it up by (`/setup/templates`)', { max: 40 }),
    copyFrom: param('id', 'The tenant whose set-up it gets'),
    sampleBookings: param('flag', 'With `template`: also samples, of customers who are named as samples'),
  },
  body: recordBody('TenantDraft'),
  answer: { status: 201, description: 'The new tenant', schema: recordOf(tenants), headers: 'ETag' },
})

const overviewRow = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  isActive: z.boolean(),
  owners: z.array(z.object({ id: z.uuid(), name: z.nullable(z.string()), email: z.string() })),
  memberCount: z.int(),
  lastSignInAt: z.nullable(z.iso.datetime()).check(z.describe('When a member last signed in')),
  counts: z.record(z.string(), z.int()).check(z.describe('Records, by resource')),
})

export type TenantOverview = z.infer<typeof overviewRow>

export const overview = defineCall({
  method: 'GET',
  path: '/tenants/overview',
  access: { who: 'superuser' },
  tag,
  operationId: 'listTenantOverview',
  summary: 'Who owns each tenant, who works in it, and how much it is used; by name',
  query: {
    q: param('text', 'Part of the tenant’s name or slug, or of a member’s name or address', { max: 100 }),
    ...pageParams,
  },
  answer: { description: 'The page', schema: z.array(overviewRow), headers: 'X-Total-Count' },
})

export const bySlug = defineCall({
  method: 'GET',
  path: '/tenants/by-slug/{slug}',
  params: { slug: value => /^[a-z0-9-]{1,63}$/i.test(value) },
  access: { who: 'signedIn' },
  tag,
  operationId: 'getTenantBySlug',
  summary: 'The tenant with this slug, for its members',
  answer: { description: 'The tenant', schema: recordOf(tenants), headers: 'ETag' },
})
