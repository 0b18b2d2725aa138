import { core, extend } from '../declare'

export const events = extend(core.events, {
  texts: { empty: 'What happens to bookings, customers, resources and schedules is told here for a month.' },
})
