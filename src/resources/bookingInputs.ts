import { DAY, flag, instant, longText } from '../declare'

export const reason = longText({ max: 500 })
export const override = flag({ help: 'Set rules aside, with a reason; never capacity.' })

export const time = {
  startsAt: instant({ required: true }),
  endsAt: instant({ help: 'For variants without a length of their own.' }),
}

export const unavailable =
  'Answers 409 `slot_unavailable` when it cannot be had, with `reasons` and the three nearest `alternatives`.'

export const notify = flag({ help: 'Tell the customer by mail. Nobody is told unless this is true.' })

export const tellsByDefault = (tenant: { notifyByDefault?: boolean } | null): boolean => tenant?.notifyByDefault ?? true

/** Milliseconds after the booking's end. */
export const linksLiveFor = 30 * DAY
