import { formatInstant, zoneOf } from '../../src/declare'
import { blockScope, createBlock } from '../features/blocks/writeBlock'
import { anyTable, type Services } from '../serve'
import type { Business } from './business'
import { inBusiness } from './inBusiness'

type Block = NonNullable<Business['blocks']>[number]

export const createBlocks = (
  database: Services['database'],
  tenantId: string,
  blocks: readonly Block[],
  now: number,
): Promise<void> =>
  inBusiness(database, tenantId, now, ({ request, write }) => {
    const zone = zoneOf(request.caller.tenant.timeZone)
    const at = (days: number, hour: number): string => formatInstant(zone.at(zone.dayOf(now) + days, hour * 60))
    return write(async unit => {
      const found = await anyTable(unit.db)
        .selectFrom('resources')
        .where('tenantId', '=', tenantId)
        .select(['id', 'name'])
        .execute()
      for (const { resource, reason, from, to } of blocks)
        await createBlock(unit, blockScope(request), {
          resourceIds: found.filter(({ name }) => name === resource).map(({ id }) => String(id)),
          ...{ startsAt: at(...from), endsAt: at(...to), reason, repeats: null },
        })
    })
  })
