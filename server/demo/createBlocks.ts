import { formatInstant, zoneOf } from '../../src/declare'
import { resources } from '../../src/resources'
import { blockScope, createBlock } from '../features/blocks/writeBlock'
import { systemRequest } from '../features/waitlist/systemRequest'
import { anyTable, type Database, LiveEvents, noAlarm, runSystemWork } from '../serve'
import type { Business } from './business'

type Block = NonNullable<Business['blocks']>[number]

export const createBlocks = async (
  database: Database,
  tenantId: string,
  blocks: readonly Block[],
  now: number,
): Promise<void> => {
  const live = new LiveEvents(database)
  try {
    const request = await systemRequest(database, { now: () => now, resources, live }, tenantId)
    if (!request) throw new Error('The demo business is not there.')
    const { caller } = request
    const zone = zoneOf(caller.tenant.timeZone)
    const at = (days: number, hour: number): string => formatInstant(zone.at(zone.dayOf(now) + days, hour * 60))
    await runSystemWork(
      { ...{ database, caller, now }, actor: { as: 'tenant', tenantId }, events: null, follow: null, alarm: noAlarm },
      async unit => {
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
      },
    )
  } finally {
    await live.close()
  }
}
