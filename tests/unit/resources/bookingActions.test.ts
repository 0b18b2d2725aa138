import { describe, expect, it } from 'vitest'
import { actionBehind } from '../../../src/crud/history/actionBehind'
import { bookingSeries } from '../../../src/resources/bookingSeries'
import { type BookingStatus, bookings } from '../../../src/resources/bookings'
import { isOffered, offersOf } from '../../../src/schema'
import { DAY, HOUR, MINUTE } from '../../../src/time/instant'

const now = Date.parse('2026-03-02T09:00:00Z')
const at = (millis: number) => new Date(now + millis).toISOString()

interface State {
  status: BookingStatus
  startsAt: string
  endsAt: string
  statusChangedAt: string
  holdExpiresAt?: string
  isHoldExtended?: boolean
  checkedInAt?: string
}

const tomorrow = { startsAt: at(DAY), endsAt: at(DAY + HOUR), statusChangedAt: at(-HOUR), isHoldExtended: false }
const begun = { ...tomorrow, startsAt: at(-HOUR), endsAt: at(HOUR), statusChangedAt: at(-DAY) }

const offered = (booking: State): string[] =>
  offersOf(bookings)
    .filter(({ action }) => action.on !== 'collection')
    .filter(({ action }) => isOffered(action, { ...booking }, now))
    .map(({ name }) => name)
    .sort()

describe('telling the customer', () => {
  /** What ends in no mail, or is a mail itself. */
  const silent = ['checkIn', 'complete', 'extendHold', 'noShow']
  const others = ['export', 'sendHoldLink', 'revokeLinks']
  const doing = [bookings, bookingSeries].flatMap(resource =>
    offersOf(resource)
      .filter(({ name, undoes }) => !undoes && !others.includes(name))
      .map(({ name, action }) => ({ of: resource.name as string, name, action })),
  )

  it.each(doing)('$of.$name takes `notify`, and refuses it where no mail belongs', ({ of, name, action }) => {
    expect(Object.keys(action.input ?? {})).toContain('notify')
    const given = { notify: true, resourceIds: ['some'], scope: 'all' }
    const refused = action.check?.(given as never)?.notify
    expect(refused).toBe(of === 'bookings' && silent.includes(name) ? 'validation.nothingToSend' : undefined)
  })
})

describe('the status machine', () => {
  const held = { ...tomorrow, status: 'held', holdExpiresAt: at(MINUTE) } as const
  const change = ['cancel', 'reassign', 'reschedule']
  it.each<[string, State, string[]]>([
    ['a hold', held, [...change, 'confirm', 'extendHold', 'sendHoldLink']],
    ['a hold that was made longer', { ...held, isHoldExtended: true }, [...change, 'confirm', 'sendHoldLink']],
    ['a hold in the very second of its end', { ...held, holdExpiresAt: at(0) }, ['confirm']],
    ['a hold that ran out, as it is answered', { ...held, status: 'expired', holdExpiresAt: at(-1) }, ['confirm']],
    ['one that waits', { ...tomorrow, status: 'pending' }, [...change, 'approve', 'decline']],
    ['one to come', { ...tomorrow, status: 'confirmed' }, [...change, 'checkIn']],
    [
      'one whose customer is here',
      { ...tomorrow, status: 'confirmed', checkedInAt: at(0) },
      [...change, 'checkIn.undo'],
    ],
    ['one that has begun', { ...begun, status: 'confirmed' }, [...change, 'checkIn', 'complete', 'noShow']],
    ['one that took place', { ...begun, status: 'completed', statusChangedAt: at(-MINUTE) }, ['complete.undo']],
    ['one that completed by itself', { ...begun, status: 'completed' }, []],
    ['one that nobody came to', { ...begun, status: 'no_show', statusChangedAt: at(-7 * DAY + 1) }, ['noShow.undo']],
    ['the same a week later', { ...begun, status: 'no_show', statusChangedAt: at(-7 * DAY) }, []],
    ['a cancelled one', { ...tomorrow, status: 'cancelled' }, ['restore']],
    ['a declined one', { ...tomorrow, status: 'declined' }, ['restore']],
  ])('offers for %s what can be done with it', (_, booking, actions) => {
    expect(offered(booking)).toEqual([...actions, 'revokeLinks'].toSorted())
  })
})

it('lets the links of a customer be ended for as long as they lead to the booking', () => {
  const past = { ...begun, status: 'cancelled' } as const
  expect(offered({ ...past, endsAt: at(-30 * DAY + 1) })).toContain('revokeLinks')
  expect(offered({ ...past, endsAt: at(-30 * DAY) })).not.toContain('revokeLinks')
})

describe('an entry of the history', () => {
  const status = (from: BookingStatus, to: BookingStatus) => ({ status: { from, to } })

  it('is told by the action that it names', () => {
    expect(actionBehind(bookings, { via: 'checkIn.undo', changes: {} })).toBe('checkIn.undo')
    expect(actionBehind(bookings, { via: 'somethingElse', changes: status('pending', 'declined') })).toBeUndefined()
  })

  it('that names none is told by the way that the status went', () => {
    const behind = (from: BookingStatus, to: BookingStatus) =>
      actionBehind(bookings, { via: null, changes: status(from, to) })
    expect(behind('confirmed', 'cancelled')).toBe('cancel')
    expect(behind('pending', 'confirmed')).toBe('approve')
    expect(behind('completed', 'confirmed')).toBe('complete.undo')
    expect(behind('declined', 'held')).toBeUndefined()
    expect(
      actionBehind(bookings, { via: null, changes: { notes: { from: null, to: 'By the window' } } }),
    ).toBeUndefined()
  })
})
