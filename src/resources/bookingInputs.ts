import { flag, instant, longText } from '../schema'
import { DAY } from '../time/instant'

// What bookings and series of them are asked alike.

export const reason = longText({ max: 500 })
export const override = flag({ help: 'Set rules aside, with a reason; never capacity.' })

export const time = {
  startsAt: instant({ required: true }),
  endsAt: instant({ help: 'For variants without a length of their own.' }),
}

export const unavailable =
  'Answers 409 `slot_unavailable` when it cannot be had, with `reasons` and the three nearest `alternatives`.'

export const notify = flag({ help: 'Tell the customer by mail. Nobody is told unless this is true.' })

/** Whether the tick that has customers told is set at first, by the settings of the tenant. */
export const tellsByDefault = (tenant: { notifyByDefault?: boolean } | null): boolean => tenant?.notifyByDefault ?? true

/** For how long after its end the links to a booking lead to it, in milliseconds. */
export const linksLiveFor = 30 * DAY
