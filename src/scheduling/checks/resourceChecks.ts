import { blackout } from './blackout'
import type { ResourceCheck } from './Check'
import { capacityExceeded } from './capacityExceeded'
import { customerLimitReached } from './customerLimitReached'
import { durationMismatch } from './durationMismatch'
import { durationOutOfRange } from './durationOutOfRange'
import { gapTooSmall } from './gapTooSmall'
import { limitReached } from './limitReached'
import { noTimeslot } from './noTimeslot'
import { noticeTooShort } from './noticeTooShort'
import { outsideOpeningHours } from './outsideOpeningHours'
import { outsideSchedule } from './outsideSchedule'
import { relatedResourceBusy } from './relatedResourceBusy'
import { resourceBusy } from './resourceBusy'
import { startNotOnGrid } from './startNotOnGrid'
import { timeslotClosed } from './timeslotClosed'
import { timeslotFull } from './timeslotFull'
import { tooFarAhead } from './tooFarAhead'

/** The checks of one resource, in reporting order (domain §3.5). */
export const resourceChecks: readonly ResourceCheck[] = [
  noticeTooShort,
  tooFarAhead,
  outsideSchedule,
  outsideOpeningHours,
  blackout,
  noTimeslot,
  timeslotClosed,
  durationMismatch,
  durationOutOfRange,
  startNotOnGrid,
  limitReached,
  timeslotFull,
  resourceBusy,
  capacityExceeded,
  relatedResourceBusy,
  gapTooSmall,
  customerLimitReached,
]
