import { defineCall, etagHeader, flagParam, idParam, recordBody, recordOf, textParam } from '../../contract'
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
    ownerEmail: textParam('The address of its first owner, who is invited', { max: 254 }),
    template: textParam('The template to set it up by (`/setup/templates`)', { max: 40 }),
    copyFrom: idParam('The tenant whose set-up it gets'),
    sampleBookings: flagParam('With `template`: also samples, of customers who are named as samples'),
  },
  body: recordBody('TenantDraft'),
  answer: { status: 201, description: 'The new tenant', schema: recordOf(tenants), headers: etagHeader },
})

export const bySlug = defineCall({
  method: 'GET',
  path: '/tenants/by-slug/{slug}',
  params: { slug: value => /^[a-z0-9-]{1,63}$/i.test(value) },
  access: { who: 'signedIn' },
  tag,
  operationId: 'getTenantBySlug',
  summary: 'The tenant with this slug, for its members',
  answer: { description: 'The tenant', schema: recordOf(tenants), headers: etagHeader },
})
