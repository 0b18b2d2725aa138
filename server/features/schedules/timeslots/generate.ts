import { type RawBuilder, sql } from 'kysely'
import { formatInstant, MINUTE } from '../../../../src/declare'
import {
  type GenerateOptions,
  type GenerationPlan,
  generateTimeslots,
  MAX_GENERATED_TIMESLOTS,
  type PlannedTimeslot,
  type ScheduleInput,
  SchedulingError,
  type TimeslotInput,
} from '../../../../src/scheduling'
import { invalidField, type Problem, refusal, type Transaction } from '../../../serve'
import { packInstants, unpackInstants } from '../../availability/packedInstants'
import { isTaking, lockTimeslots } from './timeslotsHooks'

interface Generation {
  tenantId: string
  schedule: ScheduleInput
  options: GenerateOptions
  dryRun: boolean
  most?: number
  now: number
}

/** Days: a timeslot's length, plus any time zone's offset. */
const margin = 3

const isInRange = ({ tenantId, schedule, options: { from, to } }: Generation) =>
  sql`timeslots.tenant_id = ${tenantId} and timeslots.schedule_id = ${schedule.id}
    and timeslots.starts_at > ${from}::date - ${margin}::int and timeslots.starts_at < ${to}::date + ${margin}::int`

interface PackedTimeslots
  extends Pick<TimeslotInput, 'capacity' | 'status' | 'origin' | 'isEdited' | 'bookedQuantity'> {
  ids: string
  /** Pairs of start and end. */
  times: Buffer
}

/** Spreading tens of thousands of objects would take longer than the query. */
const unpack = (scheduleId: string, packed: PackedTimeslots): TimeslotInput[] => {
  const { ids, times, capacity, status, origin, isEdited, bookedQuantity } = packed
  const [starts = [], ends = []] = unpackInstants(times, 2)
  return ids.split(',').map((id, i) => ({
    id,
    scheduleId,
    startsAt: starts[i] as number,
    endsAt: ends[i] as number,
    capacity,
    status,
    origin,
    isEdited,
    bookedQuantity,
  }))
}

const findExisting = async (db: Transaction, generation: Generation): Promise<TimeslotInput[]> => {
  const { rows } = await sql<PackedTimeslots>`
    with bookings as (
      select distinct on (allocations.booking_id) allocations.starts_at, allocations.ends_at, allocations.quantity
      from timeslots join allocations
        on allocations.tenant_id = timeslots.tenant_id and allocations.timeslot_id = timeslots.id
      where ${isInRange(generation)} and ${isTaking}
    ),
    booked as (
      select timeslots.id, sum(bookings.quantity)::int as booked_quantity from bookings join timeslots
        on timeslots.starts_at >= bookings.starts_at and timeslots.starts_at < bookings.ends_at
      where ${isInRange(generation)} group by timeslots.id
    )
    select capacity, status, origin, is_edited, coalesce(booked_quantity, 0) as booked_quantity,
      string_agg(timeslots.id::text, ',') as ids, ${packInstants('startsAt', 'endsAt')} as times
    from timeslots left join booked on booked.id = timeslots.id where ${isInRange(generation)}
    group by capacity, status, origin, is_edited, coalesce(booked_quantity, 0)`.execute(db)
  return rows.flatMap(packed => unpack(generation.schedule.id, packed))
}

const tooMany = (max: number, cause?: unknown): Problem =>
  invalidField('to', 'validation.tooManyTimeslots', { max }, cause)

const problemOf = (error: SchedulingError): Problem => {
  const { code } = error
  if (code === 'too_many_timeslots') return tooMany(MAX_GENERATED_TIMESLOTS, error)
  if (code === 'range_in_past') return invalidField('to', 'validation.rangeInPast', {}, error)
  return invalidField('to', 'validation.rangeTooLong', { max: 366 }, error)
}

/** Parallel bookings lock their timeslots, so the write has waited for them. */
const requireUnbooked = async (
  db: Transaction,
  generation: Generation,
  outdated: readonly string[],
  gone: readonly string[],
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select allocations.timeslot_id as id from timeslots join allocations
      on allocations.tenant_id = timeslots.tenant_id and allocations.timeslot_id = timeslots.id
    where ${isInRange(generation)} and ${isTaking}
    union all
    select timeslot_id as id from allocations
    where tenant_id = ${generation.tenantId} and timeslot_id = any(${gone}) and ${isTaking}`.execute(db)
  const changed = new Set(outdated)
  if (rows.some(({ id }) => changed.has(id))) throw refusal('conflict', 'refusal.bookedMeanwhile')
}

/** Instants as text take longer to read. */
const minutesOf = (slots: readonly PlannedTimeslot[]): RawBuilder<unknown> => {
  const minutes = (instant: string) => Date.parse(instant) / MINUTE
  const starts = slots.map(({ startsAt }) => minutes(startsAt))
  const lengths = slots.map(({ endsAt }, i) => minutes(endsAt) - (starts[i] ?? 0))
  return sql`unnest(${starts}::int[], ${lengths}::int[])`
}

const carryOut = async (db: Transaction, generation: Generation, plan: GenerationPlan): Promise<void> => {
  const { tenantId, schedule, now } = generation
  const isNew = ({ action }: PlannedTimeslot) => action === 'create'
  const next = new Map(plan.timeslots.filter(isNew).map(slot => [slot.startsAt, slot]))
  const outdated = plan.timeslots.flatMap(({ action, timeslotId, startsAt }) =>
    action === 'delete' && timeslotId ? [{ id: timeslotId, becomes: next.get(startsAt) }] : [],
  )
  // An update costs half as much as deleting and inserting.
  const replaced = new Set(outdated.flatMap(({ becomes }) => becomes ?? []))
  const gone = outdated.flatMap(({ id, becomes }) => (becomes ? [] : [id]))
  const capacity = plan.timeslots.find(isNew)?.capacity ?? null
  if (gone.length > 0) await sql`delete from timeslots where tenant_id = ${tenantId} and id = any(${gone})`.execute(db)
  if (replaced.size > 0)
    await sql`
      update timeslots set ends_at = to_timestamp((start + length) * 60::float8), capacity = ${capacity}::int
      from ${minutesOf([...replaced])} as changes (start, length)
      where tenant_id = ${tenantId} and schedule_id = ${schedule.id} and starts_at = to_timestamp(start * 60::float8)`.execute(
      db,
    )
  if (outdated.length > 0)
    await requireUnbooked(
      db,
      generation,
      outdated.map(({ id }) => id),
      gone,
    )
  const created = plan.timeslots.filter(slot => isNew(slot) && !replaced.has(slot))
  // Ids sort like the starts: 4096 per millisecond, as in `uuid_v7()`.
  if (created.length > 0)
    await sql`
      insert into timeslots (tenant_id, id, schedule_id, starts_at, ends_at, capacity, origin)
      select ${tenantId}, (lpad(to_hex(${now}::bigint + (n - 1) / 4096), 12, '0') || '7'
          || lpad(to_hex((n - 1) % 4096), 3, '0') || substr(gen_random_uuid()::text, 20))::uuid,
        ${schedule.id}, to_timestamp(start * 60::float8), to_timestamp((start + length) * 60::float8),
        ${capacity}::int, 'generated'
      from ${minutesOf(created)} with ordinality as slots (start, length, n)`.execute(db)
  const at = formatInstant(now)
  await sql`
    update schedules set last_generated_at = ${at}
    where tenant_id = ${tenantId} and id = ${schedule.id} and last_generated_at is distinct from ${at}`.execute(db)
}

/**
 * Idempotent.
 * @throws Problem `validation` for a range that is too long, past, or makes too many
 */
export const generate = async (db: Transaction, generation: Generation): Promise<GenerationPlan> => {
  const { schedule, options, dryRun, now, most = MAX_GENERATED_TIMESLOTS } = generation
  if (!dryRun) await lockTimeslots(db, schedule.id)
  try {
    const plan = generateTimeslots(schedule, await findExisting(db, generation), options, now)
    if (plan.timeslots.length > most) throw tooMany(most)
    if (!dryRun) await carryOut(db, generation, plan)
    return plan
  } catch (error) {
    if (error instanceof SchedulingError) throw problemOf(error)
    throw error
  }
}
