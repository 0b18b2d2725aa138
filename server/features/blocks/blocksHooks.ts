import { sql } from 'kysely'
import * as z from 'zod/mini'
import { described, type RecordOf, type ValidationErrors } from '../../../src/declare'
import { blockNotes, type blocks } from '../../../src/resources/blocks'
import { blockProblems, zoneOf } from '../../../src/scheduling'
import type { CheckedChange, ResourceHooks, UnitOfWork } from '../../serve'
import { missing } from '../bookings/checkAllocation'
import { timesOf } from './blockTimes'
import { zonesOf } from './zonesOf'

const check = async (unit: UnitOfWork, { after }: CheckedChange): Promise<ValidationErrors> => {
  const block = after as RecordOf<typeof blocks>
  const { resourceIds } = block
  const zones = await zonesOf(unit.db, unit.caller.tenant?.id ?? '', resourceIds)
  if (zones.size < resourceIds.length) throw missing('resourceIds', 'resource')
  const [timeZone = '', ...others] = new Set(zones.values())
  if (others.length > 0) return { resourceIds: { key: 'validation.otherZone', args: {} } }
  const problems = blockProblems(timesOf(block), zoneOf(timeZone))
  return Object.fromEntries(Object.entries(problems).map(([name, key]) => [name, { key, args: {} }]))
}

/** `described` fills it in. */
const later = (schema: z.ZodMiniType) => ({ select: sql`null`, schema })

export const blocksHooks: ResourceHooks = {
  check,
  extras: {
    ruleIds: later(described(z.array(z.uuid()), 'The blackout rules that it is made of')),
    notes: later(
      described(
        z.array(z.enum(blockNotes)),
        '`dst_widened`: it closes more than was asked, since local times cannot name the second of a repeated hour',
      ),
    ),
    affectedBookings: later(
      described(
        z.array(
          z.object({
            ...{ id: z.uuid(), reference: z.string() },
            ...{ startsAt: z.iso.datetime(), customerName: z.nullable(z.string()) },
          }),
        ),
        'Bookings to come that are in its way, and stay: the first 100 that the caller may see',
      ),
    ),
    affectedCount: later(described(z.int(), 'How many are in its way')),
  },
}
