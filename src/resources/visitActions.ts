import { action, choice } from '../declare'
import { checkGiven, checkSilent, customer, details } from './bookingActions'
import { notify, override, reason, unavailable } from './bookingInputs'

const own = { button: 'own' as const, form: {} }
const simple = { ...own, input: { reason, notify }, check: checkGiven }
const silent = { ...simple, check: checkSilent }

/** See docs/domain.md#a-visit-as-a-whole. Each does to the parts what their own actions would, to those that would take it. */
export const visitActions = {
  confirm: action({
    ...own,
    label: 'Confirm',
    done: 'Confirmed',
    input: { ...customer, notes: details.notes, internalNotes: details.internalNotes, override, reason, notify },
    check: checkGiven,
    docs: { summary: 'Make a visit of a hold', description: unavailable },
  }),
  approve: action({
    ...simple,
    label: 'Approve',
    done: 'Approved',
    undo: { label: 'Not approved after all', done: 'Waiting for approval again' },
    docs: { summary: 'Confirm a visit that waits for approval', description: 'Can be taken back for 15 seconds.' },
  }),
  decline: action({
    ...simple,
    label: 'Decline',
    done: 'Declined',
    tone: 'danger',
    docs: { summary: 'Refuse a visit that waits for approval' },
  }),
  checkIn: action({
    ...silent,
    label: 'Check in',
    done: 'Checked in',
    undo: { label: 'Undo check-in', done: 'Check-in taken back' },
    docs: { summary: 'Note that the customer is here' },
  }),
  complete: action({
    ...silent,
    label: 'Complete',
    done: 'Completed',
    undo: { label: 'Not completed after all', done: 'Set back to confirmed' },
    docs: { summary: 'Note that what has begun of a visit took place', description: 'Can be taken back for 7 days.' },
  }),
  noShow: action({
    ...silent,
    label: 'No-show',
    done: 'Marked as a no-show',
    undo: { label: 'Was there after all', done: 'Set back to confirmed' },
    docs: {
      operationId: 'markVisitAsNoShow',
      summary: 'Note that nobody came',
      description: 'Cancels what has not begun. Can be taken back for 7 days; what was cancelled stays so.',
    },
  }),
  restore: action({
    ...simple,
    label: 'Restore',
    done: 'Restored',
    docs: { summary: 'Bring cancelled or declined parts back, all that are named or none', description: unavailable },
  }),
  extendHold: action({
    ...silent,
    label: 'Keep it longer',
    done: 'Hold made longer',
    docs: { operationId: 'extendVisitHold', summary: 'Keep the holds of a visit for longer, once' },
  }),
  cancel: action({
    ...own,
    label: 'Cancel visit',
    done: 'Cancelled',
    input: {
      reason,
      by: choice(['staff', 'customer', 'system'], { default: 'staff', help: 'Who wants it.' }),
      notify,
    },
    check: checkGiven,
    tone: 'danger',
    docs: {
      summary: 'Cancel a visit, or parts of it',
      description: 'Without `parts`, all that has not begun. Later than customers may, it takes a reason.',
    },
  }),
}
