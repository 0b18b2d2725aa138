import {
  action,
  callAction,
  choice,
  DAY,
  email as emailAddress,
  flag,
  group,
  longText,
  money,
  type ResourceRef,
  reference,
  references,
  SECOND,
  now as thisMoment,
  transition,
} from '../declare'
import { linksLiveFor, notify, override, reason, tellsByDefault, time, unavailable } from './bookingInputs'
import { contactFields } from './contactFields'
import { customers } from './customers'
import { type InstantInput, toMillis } from './instants'
import { bookableResources } from './resources'

/** In milliseconds, for `completed` and `no_show`. */
const undoFor = 7 * DAY

/** Milliseconds; until then, an approval's mails wait for an undo. */
export const approvalSettles = 15 * SECOND

interface BookingState {
  /** Expired holds are still `held`. */
  status: string
  startsAt: InstantInput
  holdExpiresAt?: InstantInput | null
  statusChangedAt: InstantInput
}

/** The status at `now` (epoch ms), when holds may have expired. */
export const statusAt = (
  { status, holdExpiresAt }: Pick<BookingState, 'status' | 'holdExpiresAt'>,
  now: number,
): string => (status === 'held' && holdExpiresAt && toMillis(holdExpiresAt) <= now ? 'expired' : status)

const gone: ReadonlySet<string> = new Set(['cancelled', 'declined', 'expired'])

export const isGone = ({ status }: { status: string }): boolean => gone.has(status)

const stands = (booking: BookingState, now: number): boolean => statusAt(booking, now) !== 'expired'
const hasBegun = ({ startsAt }: BookingState, now: number): boolean => toMillis(startsAt) <= now
/** Nobody arrives a day early. */
const isSoon = ({ startsAt }: BookingState, now: number): boolean => toMillis(startsAt) - now <= DAY
const wasApprovedJustNow = (
  { previousStatus, statusChangedAt }: BookingState & { previousStatus: string | null },
  now: number,
): boolean => previousStatus === 'pending' && now - toMillis(statusChangedAt) < approvalSettles
const isRecent = ({ statusChangedAt }: BookingState, now: number): boolean => now - toMillis(statusChangedAt) < undoFor
/** `autoComplete` leaves the stored status. */
const wasCompletedLately = (booking: BookingState, now: number): boolean =>
  isRecent(booking, now) && toMillis(booking.statusChangedAt) >= toMillis(booking.startsAt)
const linksLive = ({ endsAt }: { endsAt: InstantInput }, now: number): boolean => toMillis(endsAt) + linksLiveFor > now
const isFarOff = ({ status, startsAt }: BookingState, now: number): boolean =>
  status === 'confirmed' && toMillis(startsAt) - now > DAY

export const resourceIds = references((): ResourceRef => bookableResources, {
  max: 100,
  help: 'Pinned: these and no others.',
})

export const customer = {
  customerId: reference((): ResourceRef => customers),
  customer: group(contactFields, { help: 'Found by e-mail address or phone number, or created.' }),
}

export const details = {
  notes: longText({ max: 5000 }),
  internalNotes: longText({ max: 5000 }),
  total: money({ help: 'Instead of the price, with a reason.' }),
}

interface Given {
  override?: boolean
  reason?: string | null
  notify?: boolean
  customerId?: string | null
  customer?: unknown
}

type Tenant = Parameters<typeof tellsByDefault>[0]

export const checkGiven = ({ override: isSet, reason: why, customerId, customer: made }: Given) => ({
  ...(isSet && !why && { reason: 'validation.reasonNeeded' as const }),
  ...(customerId && made ? { customer: 'validation.customerGivenTwice' as const } : {}),
})

export const checkSilent = ({ notify: isWanted, ...given }: Given) => ({
  ...checkGiven(given),
  ...(isWanted && { notify: 'validation.nothingToSend' as const }),
})

const simple = { input: { reason, notify }, form: {}, check: checkGiven }
const silent = { ...simple, check: checkSilent }
/** Not for unconfirmed holds. */
export const told = {
  notify: ({ status, customerId }: { status: string; customerId: string | null }, tenant: Tenant) =>
    status !== 'held' && customerId !== null && tellsByDefault(tenant),
}
const open = ['held', 'pending', 'confirmed'] as const

/** See docs/domain.md#status-machine. Moving and reassigning keep the status; restoring returns it. */
export const bookingActions = {
  export: callAction({
    label: 'All fields',
    done: 'Exported',
    on: 'collection',
    role: 'viewer',
    method: 'GET',
    file: 'csv',
  }),
  confirm: transition(
    'status',
    // Expired holds, too, if their place is free.
    { from: ['held', 'expired'], to: 'confirmed' },
    {
      label: 'Confirm',
      done: 'Confirmed',
      isCoded: true,
      input: { ...customer, ...details, override, reason, notify },
      form: {
        ...customer,
        notify,
      },
      asks: { customerId: { customerId: { present: false } }, customer: { customerId: { present: false } } },
      // Holds need no customer.
      conditions: { customerId: { when: { customer: { present: false } }, required: true } },
      starts: { notify: (_booking, tenant: Tenant) => tellsByDefault(tenant) },
      check: checkGiven,
      docs: {
        summary: 'Make a booking of a hold',
        description: `A hold that ran out can be confirmed as long as nobody took its place. ${unavailable}`,
      },
    },
  ),
  approve: transition(
    'status',
    { from: ['pending'], to: 'confirmed' },
    {
      label: 'Approve',
      done: 'Approved',
      isCoded: true,
      on: 'many',
      ...simple,
      form: { notify },
      starts: told,
      undo: {
        label: 'Not approved after all',
        done: 'Waiting for approval again',
        offered: wasApprovedJustNow,
      },
      docs: {
        summary: 'Confirm a booking that waits for approval',
        description: 'Can be taken back for 15 seconds; its mails wait until then.',
      },
    },
  ),
  checkIn: action({
    label: 'Check in',
    done: 'Checked in',
    when: { status: ['confirmed'], checkedInAt: { present: false } },
    offered: isSoon,
    sets: { checkedInAt: thisMoment() },
    ...silent,
    undo: {
      label: 'Undo check-in',
      done: 'Check-in taken back',
      when: { status: ['confirmed'], checkedInAt: { present: true } },
      sets: { checkedInAt: null },
    },
    docs: { summary: 'Note that the customer is here' },
  }),
  complete: transition(
    'status',
    { from: ['confirmed'], to: 'completed' },
    {
      label: 'Complete',
      done: 'Completed',
      isCoded: true,
      ...silent,
      offered: hasBegun,
      undo: { label: 'Not completed after all', done: 'Set back to confirmed', offered: wasCompletedLately },
      docs: { summary: 'Note that a booking took place', description: 'Can be taken back for 7 days.' },
    },
  ),
  noShow: transition(
    'status',
    { from: ['confirmed'], to: 'no_show' },
    {
      label: 'No-show',
      done: 'Marked as a no-show',
      isCoded: true,
      ...silent,
      offered: hasBegun,
      undo: { label: 'Was there after all', done: 'Set back to confirmed', offered: isRecent },
      docs: {
        operationId: 'markBookingAsNoShow',
        summary: 'Note that nobody came',
        description: 'Can be taken back for 7 days.',
      },
    },
  ),
  restore: action({
    label: 'Restore',
    done: 'Restored',
    when: { status: ['cancelled', 'declined'] },
    ...simple,
    form: { notify },
    starts: told,
    docs: { summary: 'Bring a cancelled or declined booking back', description: unavailable },
  }),
  extendHold: action({
    label: 'Keep it longer',
    done: 'Hold made longer',
    when: { status: ['held'], isHoldExtended: [false] },
    ...silent,
    offered: stands,
    docs: { operationId: 'extendHold', summary: 'Keep a hold for longer, once' },
  }),
  sendHoldLink: callAction({
    label: 'Send link to confirm',
    done: 'Link sent',
    role: 'staff',
    // A visit is confirmed as a whole.
    when: { status: ['held'], visitId: { present: false } },
    offered: stands,
    input: { email: emailAddress({ help: 'The customer’s unless given.' }), locale: contactFields.locale },
    // Required from people.
    form: {
      email: emailAddress({ required: true, label: 'To', help: 'Whoever has the link can confirm the booking.' }),
    },
    starts: { email: 'customerId.email' },
  }),
  reschedule: action({
    label: 'Move',
    done: 'Moved',
    when: { status: open },
    input: {
      ...time,
      resourceIds,
      anyResource: flag({ help: 'Any that is free; otherwise it stays where it is.' }),
      reprice: flag({ help: 'Charge what it costs now; otherwise the total stays.' }),
      override,
      reason,
      notify,
    },
    form: {},
    check: checkGiven,
    offered: stands,
    likely: isFarOff,
    docs: {
      summary: 'Move a booking to another time',
      description: `The old time is free in the same moment. Later than customers may, it takes a reason. ${unavailable}`,
    },
  }),
  reassign: action({
    label: 'Reassign',
    done: 'Reassigned',
    when: { status: open },
    input: { resourceIds, override, reason, notify },
    form: {},
    conditions: { resourceIds: { required: true } },
    check: checkGiven,
    offered: stands,
    // People drag, or move to the same time.
    button: 'own',
    docs: { summary: 'Give a booking other resources at the same time', description: unavailable },
  }),
  decline: transition(
    'status',
    { from: ['pending'], to: 'declined' },
    {
      label: 'Decline',
      done: 'Declined',
      isCoded: true,
      ...simple,
      form: { reason, notify },
      starts: told,
      tone: 'danger',
      dismiss: 'Keep it',
      docs: { summary: 'Refuse a booking that waits for approval' },
    },
  ),
  cancel: transition(
    'status',
    { from: open, to: 'cancelled' },
    {
      label: 'Cancel booking',
      done: 'Cancelled',
      isCoded: true,
      input: {
        reason,
        by: choice(['staff', 'customer', 'system'], { default: 'staff', help: 'Who wants it.' }),
        notify,
      },
      form: {
        // Programs may omit it.
        by: choice(['staff', 'customer'], {
          required: true,
          label: 'Who cancels',
          labels: { staff: 'We do', customer: 'The customer' },
        }),
        reason,
        notify,
      },
      starts: { ...told, by: () => 'staff' as const },
      check: checkGiven,
      offered: stands,
      tone: 'danger',
      dismiss: 'Keep it',
      docs: { summary: 'Cancel a booking or a hold', description: 'Later than customers may, it takes a reason.' },
    },
  ),
  revokeLinks: callAction({
    label: 'End the customer’s links',
    done: 'Links ended',
    role: 'staff',
    input: { reason },
    offered: linksLive,
    confirm: 'The links in mails that went out no longer open this booking. Later mails have new ones.',
    tone: 'danger',
  }),
}
