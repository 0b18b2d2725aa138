import * as core from '../core'
import { extend } from '../schema'

export const events = extend(core.events, {
  texts: { empty: 'What happens to bookings, customers, resources and schedules is told here for a month.' },
})
