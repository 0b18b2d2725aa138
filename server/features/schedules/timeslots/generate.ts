import { sql } from 'kysely'
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
import { formatInstant } from '../../../../src/time/formatInstant'
import { MINUTE } from '../../../../src/time/instant'
import type { Transaction } from '../../../db/database'
import { invalidField, type Problem, refusal } from '../../../http/problem'
import { isTaking, lockTimeslots } from './timeslotsHooks'

interface Generation {
  tenantId: string
  schedule: ScheduleInput
  options: GenerateOptions
  /** Computes the result without writing anything. */
  dryRun: boolean
  /** Epoch milliseconds. */
  now: number
}

/** How far beyond the range to look, in days: the length of a timeslot, plus room for every time zone. */
const margin = 3

const isInRange = ({ tenantId, schedule, options: { from, to } }: Generation) =>
  sql`timeslots.tenant_id = ${tenantId} and timeslots.schedule_id = ${schedule.id}
    and timeslots.starts_at > ${from}::date - ${margin}::int and timeslots.starts_at < ${to}::date + ${margin}::int`

const findExisting = async (db: Transaction, generation: Generation): Promise<TimeslotInput[]> => {
  const { rows } = await sql<{ existing: TimeslotInput[] }>`
    with bookings as (
      select distinct on (allocations.booking_id) allocations.starts_at, allocations.ends_at, allocations.quantity
      from timeslots join allocations
        on allocations.tenant_id = timeslots.tenant_id and allocations.timeslot_id = timeslots.id
      where ${isInRange(generation)} and ${isTaking}
    ),
    booked as (
      select timeslots.id, sum(bookings.quantity) as quantity from bookings join timeslots
        on timeslots.starts_at >= bookings.starts_at and timeslots.starts_at < bookings.ends_at
      where ${isInRange(generation)} group by timeslots.id
    )
    select coalesce(json_agg(json_build_object(
      'id', timeslots.id, 'scheduleId', schedule_id, 'startsAt', (extract(epoch from starts_at) * 1000)::bigint,
      'endsAt', (extract(epoch from ends_at) * 1000)::bigint, 'capacity', capacity, 'status', status, 'origin', origin,
      'isEdited', is_edited, 'bookedQuantity', coalesce(booked.quantity, 0)
    ) order by starts_at), '[]') as existing
    from timeslots left join booked on booked.id = timeslots.id where ${isInRange(generation)}`.execute(db)
  return rows[0]?.existing ?? []
}

const problemOf = (error: SchedulingError): Problem => {
  const { code } = error
  if (code === 'too_many_timeslots')
    return invalidField('to', 'validation.tooManyTimeslots', { max: MAX_GENERATED_TIMESLOTS }, error)
  if (code === 'range_in_past') return invalidField('to', 'validation.rangeInPast', {}, error)
  return invalidField('to', 'validation.rangeTooLong', { max: 366 }, error)
}

/**
 * Requires that timeslots just changed or deleted are unbooked. A parallel booking locks its timeslot, so the write waits
 * for it, and the check sees it.
 * @throws Problem `conflict`
 */
const requireUnbooked = async (db: Transaction, tenantId: string, timeslotIds: readonly string[]): Promise<void> => {
  const { rows } = await sql`
    select from allocations where tenant_id = ${tenantId} and timeslot_id = any(${timeslotIds}) and ${isTaking} limit 1`.execute(
    db,
  )
  if (rows.length > 0) throw refusal('conflict', 'refusal.bookedMeanwhile')
}

/** Writes the result with a fixed number of statements. */
const carryOut = async (
  db: Transaction,
  { tenantId, schedule, now }: Generation,
  plan: GenerationPlan,
): Promise<void> => {
  const isNew = ({ action }: PlannedTimeslot) => action === 'create'
  const next = new Map(plan.timeslots.filter(isNew).map(slot => [slot.startsAt, slot]))
  const outdated = plan.timeslots.flatMap(({ action, timeslotId, startsAt }) =>
    action === 'delete' && timeslotId ? [{ id: timeslotId, startsAt, becomes: next.get(startsAt) }] : [],
  )
  // A timeslot replaced by one with the same start is updated, at half the cost of deleting and inserting.
  const changed = outdated.flatMap(({ id, becomes }) => (becomes ? [{ id, endsAt: becomes.endsAt }] : []))
  const gone = outdated.flatMap(({ id, becomes }) => (becomes ? [] : [id]))
  const capacity = plan.timeslots.find(isNew)?.capacity ?? null
  if (gone.length > 0) await sql`delete from timeslots where tenant_id = ${tenantId} and id = any(${gone})`.execute(db)
  if (changed.length > 0)
    await sql`
      update timeslots set ends_at = changes.ends_at, capacity = ${capacity}::int
      from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ endsAt }) => endsAt)}::timestamptz[]) as changes (id, ends_at)
      where tenant_id = ${tenantId} and timeslots.id = changes.id`.execute(db)
  if (outdated.length > 0)
    await requireUnbooked(
      db,
      tenantId,
      outdated.map(({ id }) => id),
    )
  const replaced = new Set(outdated.flatMap(({ becomes }) => becomes ?? []))
  const created = plan.timeslots.filter(slot => isNew(slot) && !replaced.has(slot))
  const minutes = (instant: string) => Date.parse(instant) / MINUTE
  const starts = created.map(({ startsAt }) => minutes(startsAt))
  const lengths = created.map(({ startsAt, endsAt }) => minutes(endsAt) - minutes(startsAt))
  // Ids in order of the starts, made for all rows at once: 4096 per millisecond, as in `uuid_v7()`.
  if (created.length > 0)
    await sql`
      insert into timeslots (tenant_id, id, schedule_id, starts_at, ends_at, capacity, origin)
      select ${tenantId}, (lpad(to_hex(${now}::bigint + (n - 1) / 4096), 12, '0') || '7'
          || lpad(to_hex((n - 1) % 4096), 3, '0') || substr(gen_random_uuid()::text, 20))::uuid,
        ${schedule.id}, to_timestamp(start * 60::float8), to_timestamp((start + length) * 60::float8),
        ${capacity}::int, 'generated'
      from unnest(${starts}::int[], ${lengths}::int[]) with ordinality as slots (start, length, n)`.execute(db)
  const at = formatInstant(now)
  // Touches the record, so that the generation counts as a change of it.
  await sql`
    update schedules set last_generated_at = ${at}
    where tenant_id = ${tenantId} and id = ${schedule.id} and last_generated_at is distinct from ${at}`.execute(db)
}

/**
 * Makes the timeslots for a schedule's hours in a range of local dates, or previews that, with a fixed number of statements.
 * Repeating it changes nothing.
 * @throws Problem `validation` for a range that is too long, past, or makes too many
 */
export const generate = async (db: Transaction, generation: Generation): Promise<GenerationPlan> => {
  const { schedule, options, dryRun, now } = generation
  if (!dryRun) await lockTimeslots(db, schedule.id)
  try {
    const plan = generateTimeslots(schedule, await findExisting(db, generation), options, now)
    if (!dryRun) await carryOut(db, generation, plan)
    return plan
  } catch (error) {
    if (error instanceof SchedulingError) throw problemOf(error)
    throw error
  }
}
