import type { Subject } from '../../serve'
import { bookingRefused, challengeFailed, tooLate, waitlistClosed } from '../problemCodes'
import { publicLimits } from './limits'
import { bookingPages as open } from './pages'
import { publicRoutes } from './publicRoutes'
import { revokeLinksRoute } from './revokeLinksRoute'

export const bookingPages: Subject = {
  routes: [revokeLinksRoute, ...publicRoutes],
  settings: publicLimits,
  pages: { below: '/book', open },
  problemCodes: [challengeFailed, tooLate, waitlistClosed, bookingRefused],
}
