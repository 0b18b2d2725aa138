import * as z from 'zod/mini'
import { described } from '../answers'
import { defineCall } from '../call'

/** Counts a tenant's records by resource, if the caller may list them. */
export const recordCounts = defineCall({
  method: 'GET',
  path: '/tenants/{id}/record-counts',
  access: { who: 'member', role: 'viewer', tenant: { param: 'id' } },
  runsAs: 'tenant',
  tag: 'Tenants',
  operationId: 'getRecordCounts',
  summary: 'How many records a tenant has of each resource that the caller may list',
  answer: {
    description: 'One entry for each resource',
    schema: z.array(
      z.object({
        resource: described(z.string(), 'The name of the resource'),
        total: z.int(),
        active: described(z.nullable(z.int()), 'Null where records are not active or inactive'),
      }),
    ),
  },
})
