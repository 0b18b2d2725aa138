import { action, choice, flag, instant } from '../declare'
import { bookingActions, checkGiven, checkSilent, customer, details, told } from './bookingActions'
import { notify, override, reason, unavailable } from './bookingInputs'

interface Labels {
  readonly label: string
  readonly done: string
}

const called = ({ label, done }: Labels) => ({ button: 'own' as const, label, done })
const undone = <A extends Labels & { readonly undo?: Labels | undefined }>(one: A) => ({
  ...called(one),
  undo: { label: one.undo?.label ?? '', done: one.undo?.done ?? '' },
})
const simple = { input: { reason, notify }, form: {}, check: checkGiven }
const silent = { ...simple, check: checkSilent }

/** See docs/domain.md#a-visit-as-a-whole. */
export const visitActions = {
  confirm: action({
    ...called(bookingActions.confirm),
    input: { ...customer, notes: details.notes, internalNotes: details.internalNotes, override, reason, notify },
    form: {},
    check: checkGiven,
    docs: { summary: 'Make a visit of a hold', description: unavailable },
  }),
  approve: action({
    ...undone(bookingActions.approve),
    ...simple,
    form: { notify },
    starts: told,
    docs: { summary: 'Confirm a visit that waits for approval', description: 'Can be taken back for 15 seconds.' },
  }),
  decline: action({
    ...called(bookingActions.decline),
    ...simple,
    form: { reason, notify },
    starts: told,
    tone: 'danger',
    docs: { summary: 'Refuse a visit that waits for approval' },
  }),
  checkIn: action({
    ...undone(bookingActions.checkIn),
    ...silent,
    docs: { summary: 'Note that the customer is here' },
  }),
  complete: action({
    ...undone(bookingActions.complete),
    ...silent,
    docs: { summary: 'Note that what has begun of a visit took place', description: 'Can be taken back for 7 days.' },
  }),
  noShow: action({
    ...undone(bookingActions.noShow),
    ...silent,
    docs: {
      operationId: 'markVisitAsNoShow',
      summary: 'Note that nobody came',
      description: 'Cancels what has not begun. Can be taken back for 7 days; what was cancelled stays so.',
    },
  }),
  restore: action({
    ...called(bookingActions.restore),
    ...simple,
    form: { notify },
    starts: told,
    docs: { summary: 'Bring cancelled or declined parts back, all that are named or none', description: unavailable },
  }),
  extendHold: action({
    ...called(bookingActions.extendHold),
    ...silent,
    docs: { operationId: 'extendVisitHold', summary: 'Keep the holds of a visit for longer, once' },
  }),
  reschedule: action({
    ...called(bookingActions.reschedule),
    input: {
      startsAt: instant({ required: true, help: 'The same start closes up what stands apart.' }),
      anyResource: flag({ help: 'Any that is free; otherwise each part keeps what it takes.' }),
      reprice: flag({ help: 'Charge what it costs now; otherwise the totals stay.' }),
      override,
      reason,
      notify,
      dryRun: flag({ help: 'Move nothing, and answer what would become of it.' }),
    },
    form: {},
    check: checkGiven,
    docs: {
      summary: 'Plan a visit anew for another start',
      description: `Its old places are free to itself. Later than customers may, it takes a reason. ${unavailable}`,
    },
  }),
  cancel: action({
    ...called({ ...bookingActions.cancel, label: 'Cancel visit' }),
    input: {
      reason,
      by: choice(['staff', 'customer', 'system'], { default: 'staff', help: 'Who wants it.' }),
      notify,
    },
    form: {},
    check: checkGiven,
    tone: 'danger',
    docs: {
      summary: 'Cancel a visit, or parts of it',
      description: 'Without `parts`, all that has not begun. Later than customers may, it takes a reason.',
    },
  }),
}
