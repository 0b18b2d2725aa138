import { choice, flag, integer, localDate, minutes } from '../../../src/schema'
import { fieldsBody } from '../../http/fieldsBody'

/** What `POST /schedules/{id}/generate` is told (domain §2.4). What is left out is the schedule's. */
export const generationBody = fieldsBody(
  {
    from: localDate({ required: true, help: 'The first local date of the schedule' }),
    to: localDate({ required: true, help: 'The last local date, included; at most 366 days' }),
    slotDurationMinutes: minutes({ min: 5, max: 1440, help: 'Of each timeslot' }),
    gapMinutes: minutes({ max: 720, help: 'Between timeslots' }),
    capacity: integer({ min: 1, max: 10_000, help: 'Of each timeslot' }),
    onExisting: choice(['keep', 'replace_unbooked'], {
      default: 'keep',
      help: 'Only add what is missing, or also delete what is to come, unbooked, unedited and no longer wanted',
    }),
    dryRun: flag({ help: 'Compute and answer, write nothing' }),
  },
  ({ from, to }) => (to < from ? { to: 'validation.endsBeforeStart' } : {}),
)
