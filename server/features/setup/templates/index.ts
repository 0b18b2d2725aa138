import { sql } from 'kysely'
import { schedules } from '../../../../src/resources/schedules'
import { formatLocalDate, zoneOf } from '../../../../src/scheduling'
import { findRecords, scopeOf } from '../../../serve'
import { schedulesHooks } from '../../schedules/schedulesHooks'
import { generate } from '../../schedules/timeslots/generate'
import { noteGeneration } from '../../schedules/timeslots/timeslotRoutes'
import { documentFor, type SetupTemplates, type Template, templates, wordsFor } from './documents'
import { addSamples, sampleCount } from './samples'

const templateOf = (key: string): Template => {
  const template = templates[key]
  if (!template) throw new Error(`There is no template ${key}.`)
  return template
}

const generateTimeslots: SetupTemplates['complete'] = async (unit, request) => {
  const { db, now } = unit
  const { id: tenantId } = request.caller.tenant
  const { rows } = await sql<{ id: string }>`
    select id from schedules where tenant_id = ${tenantId} and mode = 'timeslots' and is_active`.execute(db)
  const scope = scopeOf(schedules, schedulesHooks, { ...request, params: {} })
  for (const schedule of await findRecords(
    db,
    scope,
    rows.map(({ id }) => id),
    { lock: true },
  )) {
    const today = zoneOf(schedule.timeZone).dayOf(now)
    const options = {
      ...{ from: formatLocalDate(today), to: formatLocalDate(today + 27), onExisting: 'keep' as const },
      ...{ slotDurationMinutes: schedule.slotDurationMinutes, gapMinutes: schedule.slotGapMinutes },
    }
    const plan = await generate(db, { tenantId, schedule, options, dryRun: false, now })
    noteGeneration(unit, schedule, plan)
  }
}

const clear: SetupTemplates['clear'] = async ({ db, caller }, ids) => {
  await sql`delete from timeslots where tenant_id = ${caller.tenant?.id} and schedule_id = any(${ids}::uuid[])
    and not exists (select from allocations where allocations.tenant_id = timeslots.tenant_id
      and allocations.timeslot_id = timeslots.id)`.execute(db)
}

/** docs/setting-up.md#templates */
export const setupTemplates: SetupTemplates = {
  keys: Object.keys(templates),
  about: (key, locale) => {
    const { name, description } = templateOf(key)
    const { say } = wordsFor(locale, 'EUR', 'UTC')
    return { name: say(...name), description: say(...description) }
  },
  document: (key, { locale, currency, timeZone }) => documentFor(templateOf(key), wordsFor(locale, currency, timeZone)),
  complete: generateTimeslots,
  sampleBookings: () => sampleCount,
  ...{ addSamples, clear },
}
