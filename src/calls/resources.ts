import * as z from 'zod/mini'
import {
  defineCall,
  described,
  fieldsBody,
  flag,
  instant,
  membersFrom,
  param,
  type ResourceRef,
  reference,
  references,
} from '../declare'
import { notify, override, reason } from '../resources/bookingInputs'
import { bookableResources } from '../resources/resources'
import { variants } from '../resources/variants'
import { affectedAnswer, maxAffected } from './affected'

export const impact = defineCall({
  method: 'GET',
  path: '/resources/{id}/impact',
  access: membersFrom('viewer'),
  scopes: ['setup.read'],
  tag: 'Resources',
  operationId: 'getResourceImpact',
  summary: 'The bookings to come on a resource',
  description: 'Each judged as if the resource were deactivated, so that it says where it could go.',
  answer: { description: `How many, and the next of them: at most ${maxAffected}`, schema: affectedAnswer },
})

/** Per call. */
export const maxReassigned = 500

export const reassign = defineCall({
  method: 'POST',
  path: '/resources/{id}/reassign',
  access: membersFrom('staff'),
  tag: 'Resources',
  operationId: 'reassignResource',
  summary: 'Give the bookings of a resource to another one',
  description: `Those that are held, wait or are confirmed and start in the range, each at its own time; one that the other resource cannot take stays, with what speaks against it. At most ${maxReassigned} at once.`,
  body: fieldsBody(
    {
      toResourceId: reference((): ResourceRef => bookableResources, { required: true }),
      from: instant({ help: 'Those that start at or after this; now unless given.' }),
      to: instant({ help: 'Those that start before this.' }),
      override,
      reason,
      notify,
      dryRun: flag({ help: 'Change nothing, and answer what would become of each booking.' }),
    },
    ({ from, to, override: isSet, reason: why }) => ({
      ...(from && to && to < from && { to: 'validation.endsBeforeStart' as const }),
      ...(isSet && !why && { reason: 'validation.reasonNeeded' as const }),
    }),
  ),
  answer: {
    description: 'What became of each booking, in order of their starts',
    schema: z.object({
      dryRun: z.boolean(),
      movedCount: z.int(),
      bookings: z.array(
        z.object({
          bookingId: z.uuid(),
          reference: z.string(),
          startsAt: z.iso.datetime(),
          endsAt: z.iso.datetime(),
          ok: z.boolean(),
          code: described(z.nullable(z.string()), 'The code of the problem, for one that stays'),
          detail: described(z.nullable(z.string()), 'What speaks against it, in English'),
        }),
      ),
    }),
  },
})

const services = {
  description: 'All variants, by item',
  schema: z.object({
    services: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        isActive: z.boolean(),
        catalogItemId: z.uuid(),
        catalogItemName: z.string(),
        isTaken: described(z.boolean(), 'Whether the resource may be taken for it'),
      }),
    ),
  }),
}

export const listServices = defineCall({
  method: 'GET',
  path: '/resources/services',
  access: membersFrom('viewer'),
  scopes: ['setup.read'],
  tag: 'Resources',
  operationId: 'listResourceServices',
  summary: 'The variants for which a resource may be taken',
  query: { resourceId: param('id', 'The resource; without it none is taken') },
  answer: services,
})

export const setServices = defineCall({
  method: 'PUT',
  path: '/resources/{id}/services',
  access: membersFrom('admin'),
  scopes: ['setup'],
  tag: 'Resources',
  operationId: 'setResourceServices',
  summary: 'Say for which variants a resource may be taken',
  description: 'It comes last among the resources of a variant that did not have it.',
  body: fieldsBody({ variantIds: references((): ResourceRef => variants) }),
  answer: services,
})
