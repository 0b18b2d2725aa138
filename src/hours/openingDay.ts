import * as z from 'zod/mini'
import { dateText, described, instantText } from '../contract'

/** The schema of an `OpeningDay`. */
export const openingDaySchema = z.object({
  date: dateText(),
  dayLengthMinutes: described(
    z.int(),
    '1440, but for days on which the clocks change; 0 for a date that the zone skipped',
  ),
  clockChange: described(
    z.enum(['none', 'skipped', 'repeated']),
    '`skipped`: clocks go forward; `repeated`: clocks go back',
  ),
  windows: described(
    z.array(z.object({ startsAt: instantText(), endsAt: instantText(), minutes: z.int() })),
    'Open hours that begin on this date, merged; the last may end on the next date',
  ),
  override: described(
    z.nullable(z.object({ id: z.nullable(z.string()), label: z.nullable(z.string()), isClosed: z.boolean() })),
    'What replaces the weekly hours',
  ),
})
/** A date's open windows as instants, its length, and its override. */
export type OpeningDay = z.output<typeof openingDaySchema>
