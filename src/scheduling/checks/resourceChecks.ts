import type { ResourceCheck } from './Check'
import { capacityExceeded, gapTooSmall, relatedResourceBusy, resourceBusy } from './capacityChecks'
import { blackout, externalBusy, outsideOpeningHours, outsideSchedule } from './hoursChecks'
import { customerLimitReached, limitReached } from './limitChecks'
import { durationOutOfRange, noticeTooShort, startNotOnGrid, tooFarAhead } from './startChecks'
import { durationMismatch, noTimeslot, timeslotClosed, timeslotFull } from './timeslotChecks'

/** In reporting order (docs/domain.md#checks-in-reporting-order). */
export const resourceChecks: readonly ResourceCheck[] = [
  noticeTooShort,
  tooFarAhead,
  outsideSchedule,
  outsideOpeningHours,
  blackout,
  externalBusy,
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
