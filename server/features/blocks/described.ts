import { sql } from 'kysely'
import { DAY, formatInstant, hoursToIntervals } from '../../../src/declare'
import type { AffectedBooking, Block, blocks } from '../../../src/resources/blocks'
import { blackoutsOf, datePattern, type RuleParameters, zoneOf } from '../../../src/scheduling'
import type { ApiRecord, Transaction } from '../../serve'
import { isSeen } from '../bookings/bookingColumns'
import type { MemberRequest } from '../bookings/bookingScope'
import { unbuffered } from '../bookings/spans'
import { lacksScope } from '../caller'
import { timesOf } from './blockTimes'
import { resourceZone } from './zonesOf'

export type StoredBlock = ApiRecord<typeof blocks>
export type BlockRecord = StoredBlock & Block

const mostShown = 100

const furthest = 3 * 366 * DAY

interface BlockRule {
  id: string
  blockId: string
  parameters: RuleParameters['blackout']
  isActive: boolean
  timeZone: string
}

const rulesOf = async (db: Transaction, tenantId: string, ids: readonly string[]): Promise<BlockRule[]> => {
  const { rows } = await sql<BlockRule>`
    select rules.id, rules.block_id, rules.parameters, rules.is_active,
      (select ${resourceZone} from blocks_resource_ids as named join resources
        on resources.tenant_id = named.tenant_id and resources.id = named.target_id
        where named.tenant_id = rules.tenant_id and named.owner_id = rules.block_id
        order by named.position limit 1) as time_zone
    from resource_rules as rules where tenant_id = ${tenantId} and block_id = any(${ids})
    order by rules.parameters->>'startDate', rules.id`.execute(db)
  return rows
}

export const ruleIdsOf = async (
  db: Transaction,
  { caller }: Pick<MemberRequest, 'caller'>,
  id: string,
): Promise<string[]> => (await rulesOf(db, caller.tenant.id, [id])).map(rule => rule.id)

interface Span {
  ruleId: string
  blockId: string
  from: string
  until: string
  isWholeDay: boolean
}

const spansOf = ({ id, blockId, parameters, isActive, timeZone }: BlockRule, now: number): Span[] => {
  if (!isActive) return []
  const zone = zoneOf(timeZone)
  const hours = datePattern(parameters)
  const { starts, ends } = hoursToIntervals(hours, zone, zone.dayOf(now) - 2, zone.dayOf(now + furthest))
  const { isWholeDay } = hours
  return starts.flatMap((start, index) => {
    const end = ends[index] ?? start
    const span = { ruleId: id, blockId, from: formatInstant(start), until: formatInstant(end), isWholeDay }
    return end > now ? [span] : []
  })
}

interface Affected extends AffectedBooking {
  blockId: string
  isSeen: boolean
}

/** For a daily booking only the ends count, except for whole days, as in the engine. */
const affectedOf = async (
  db: Transaction,
  { caller, services }: MemberRequest,
  rules: readonly BlockRule[],
): Promise<Affected[]> => {
  const now = services.now()
  const spans = rules.flatMap(rule => spansOf(rule, now))
  if (spans.length === 0) return []
  const tenantId = caller.tenant.id
  const today = formatInstant(now)
  const { rows } = await sql<Affected>`
    with closed as (
      select * from unnest(${spans.map(one => one.blockId)}::uuid[], ${spans.map(one => one.ruleId)}::uuid[],
        ${spans.map(one => one.from)}::timestamptz[], ${spans.map(one => one.until)}::timestamptz[],
        ${spans.map(one => one.isWholeDay)}::boolean[]) as closed (block_id, rule_id, since, until, is_whole_day)
    ), met as (
      select distinct closed.block_id, allocations.booking_id from closed
      join resource_rules_resource_ids as named on named.tenant_id = ${tenantId} and named.owner_id = closed.rule_id
      join allocations on allocations.tenant_id = ${tenantId} and allocations.resource_id = named.target_id and active
        and blocked_until > closed.since and blocked_from < closed.until
        and ends_at > greatest(closed.since, ${today}) and starts_at < closed.until
        and (isempty(spans) or ${unbuffered} && tstzrange(closed.since, closed.until))
        and (status in ('pending', 'confirmed') or status = 'held' and hold_expires_at > ${today})
      join variants on variants.tenant_id = ${tenantId} and variants.id = allocations.variant_id
      where variants.duration_type <> 'daily' or closed.is_whole_day
        or starts_at >= closed.since or ends_at <= closed.until
    )
    select met.block_id, bookings.id, bookings.reference, bookings.starts_at, ${isSeen(caller) ?? sql`true`} as is_seen,
      case when ${!lacksScope(caller, 'customers.read')}::boolean then customers.name end as customer_name
    from met join bookings on bookings.tenant_id = ${tenantId} and bookings.id = met.booking_id
    left join customers on customers.tenant_id = ${tenantId} and customers.id = bookings.customer_id
    order by bookings.starts_at, bookings.id`.execute(db)
  return rows
}

export const affectedBy = async (db: Transaction, request: MemberRequest, id: string): Promise<Affected[]> =>
  affectedOf(db, request, await rulesOf(db, request.caller.tenant.id, [id]))

export const described = async (
  db: Transaction,
  request: MemberRequest,
  records: readonly StoredBlock[],
): Promise<BlockRecord[]> => {
  const ids = records.map(({ id }) => id)
  const rules = await rulesOf(db, request.caller.tenant.id, ids)
  const affected = await affectedOf(db, request, rules)
  return records.map(block => {
    const own = rules.filter(({ blockId }) => blockId === block.id)
    const inTheWay = affected.filter(({ blockId }) => blockId === block.id)
    const { isWidened } = blackoutsOf(timesOf(block), zoneOf(own[0]?.timeZone ?? request.caller.tenant.timeZone))
    return {
      ...block,
      ruleIds: own.map(({ id }) => id),
      notes: isWidened ? ['dst_widened'] : [],
      affectedBookings: inTheWay
        .filter(one => one.isSeen)
        .slice(0, mostShown)
        .map(({ id, reference, startsAt, customerName }) => ({ id, reference, startsAt, customerName })),
      affectedCount: inTheWay.length,
    }
  })
}

export const describedOne = async (
  db: Transaction,
  request: MemberRequest,
  record: StoredBlock,
): Promise<BlockRecord> => {
  const [block] = await described(db, request, [record])
  return block as BlockRecord
}
