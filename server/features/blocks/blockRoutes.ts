import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { formatInstant, type Moment, membersFrom, millisOf, param } from '../../../src/declare'
import { blocks } from '../../../src/resources/blocks'
import { type Condition, defineList, defineRoute, implement, OtherReply, recordReply, rehearsed } from '../../serve'
import { announce, type MemberRequest } from '../bookings/bookingScope'
import { blocksHooks } from './blocksHooks'
import { described, describedOne } from './described'
import { reassignBlock } from './reassignBlock'
import { blockScope, changeBlock, createBlock, deleteBlock, findBlock } from './writeBlock'
import { resourceZone } from './zonesOf'

const closes = (resourceIds: readonly string[]): Condition => sql`exists (select from blocks_resource_ids as named
  where named.tenant_id = blocks.tenant_id and named.owner_id = blocks.id and named.target_id = any(${resourceIds}))`

const blockZone = sql`(select ${resourceZone} from blocks_resource_ids as named join resources
  on resources.tenant_id = named.tenant_id and resources.id = named.target_id
  where named.tenant_id = blocks.tenant_id and named.owner_id = blocks.id order by named.position limit 1)`

const closesBetween = (from: string, to: string): Condition => sql`case when blocks.repeats is null
  then blocks.ends_at > ${from} and blocks.starts_at < ${to}
  else exists (
    select from (select blocks.starts_at at time zone zone.name as starts, blocks.ends_at at time zone zone.name as ends, zone.name
      from (select ${blockZone} as name) as zone) as local,
    generate_series(0, (blocks.repeats->>'untilDate')::date - local.starts::date) as days
    where blocks.repeats->'daysOfWeek' @> to_jsonb(extract(isodow from local.starts + make_interval(days => days))::int)
    and (local.ends + make_interval(days => days)) at time zone local.name > ${from}
    and (local.starts + make_interval(days => days)) at time zone local.name < ${to}
  ) end`

const params = {
  from: param('moment', 'That close a time after this'),
  to: param('moment', 'That close a time before this'),
  resourceId: param('ids', 'That close one of these resources'),
}

interface ListQuery {
  from?: Moment
  to?: Moment
  resourceId?: string[]
}

const conditions = (request: MemberRequest, { from, to, resourceId }: ListQuery): Condition[] => {
  const instant = (moment: Moment) => formatInstant(millisOf(moment, request.caller.tenant.timeZone))
  return [
    ...(resourceId ? [closes(resourceId)] : []),
    ...(from || to ? [closesBetween(from ? instant(from) : '-infinity', to ? instant(to) : 'infinity')] : []),
  ]
}

const blockList = defineList(blocks, { scope: blockScope, hooks: blocksHooks, params, conditions })

export const blockRoutes = [
  defineRoute({
    method: 'GET',
    path: '/blocks',
    access: membersFrom('staff'),
    scopes: ['setup.read'],
    tag: 'Blocks',
    operationId: 'listBlocks',
    // Counts other people's bookings in the way.
    beyondRows: true,
    summary: 'A page of blocks',
    query: blockList.params,
    answer: blockList.answer,
    handler: async request => {
      const { records, total } = await blockList.page(request, request.query)
      const body = await request.read(db => described(db, request, records))
      return { status: 200, body, headers: { 'X-Total-Count': String(total) } }
    },
  }),
  implement(
    calls.blocks.get,
    request =>
      request.read(async db => {
        const found = await findBlock(db, blockScope(request), request.params.id, { use: 'read' })
        return recordReply(await describedOne(db, request, found))
      }),
    { beyondRows: true },
  ),
  implement(
    calls.blocks.usage,
    request =>
      request.read(async db => {
        await findBlock(db, blockScope(request), request.params.id, { use: 'read' })
        return { usedBy: [], refusal: null, refusalMessage: null, cascade: [] }
      }),
    { beyondRows: true },
  ),
  implement(calls.blocks.create, async request => {
    const { dryRun } = request.query
    const block = await request.write(async unit => {
      const make = async () =>
        describedOne(unit.db, request, await createBlock(unit, blockScope(request), request.body))
      return dryRun ? rehearsed(unit, make) : make()
    })
    return dryRun ? new OtherReply(block) : recordReply(block)
  }),
  implement(calls.blocks.update, async request => {
    const changes = { input: request.body, ifMatch: request.headers.get('if-match') }
    return request.write(async unit => {
      const changed = await changeBlock(unit, blockScope(request), request.params.id, changes)
      return recordReply(await describedOne(unit.db, request, changed))
    })
  }),
  implement(calls.blocks.remove, request =>
    request.write(unit =>
      deleteBlock(unit, blockScope(request), request.params.id, { ifMatch: request.headers.get('if-match') }),
    ),
  ),
  implement(calls.blocks.reassign, async request => {
    const { body } = request
    const answer = await request.write(unit => reassignBlock(unit, request, request.params.id, body))
    const moved = answer.results.flatMap(({ bookingId, ok }) => (ok ? [bookingId] : []))
    if (!body.dryRun && moved.length > 0) announce(request, ...moved)
    return answer
  }),
]
