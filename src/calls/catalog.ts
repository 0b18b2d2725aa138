import * as z from 'zod/mini'
import { defineCall, described, membersFrom } from '../declare'

export const readiness = defineCall({
  method: 'GET',
  path: '/catalog-items/{id}/readiness',
  access: membersFrom('viewer'),
  scopes: ['setup.read'],
  tag: 'Catalog',
  operationId: 'getCatalogItemReadiness',
  summary: 'What a catalog item lacks before it can be booked',
  answer: {
    description: 'Whether it can be booked, and what is missing',
    schema: z.object({
      isBookable: described(z.boolean(), 'Whether a variant of it can be booked'),
      missing: z.array(
        z.object({
          code: z.enum(['variant', 'resource', 'hours', 'status']),
          text: z.string(),
          variantId: z.optional(z.uuid()),
          variantName: z.optional(z.string()),
        }),
      ),
    }),
  },
})
