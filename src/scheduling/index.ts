export {
  formatInstant,
  formatLocalDate,
  isoWeekday,
  openingDays,
  parseLocalDate,
  Zone,
  zoneOf,
} from '../declare'
export { type InstantInput, toMillis } from '../resources/instants'
export type * from './answers'
export { type Decision, type DecisionOptions, decide, refusalsOf } from './booking/decide'
export { sameLength } from './booking/sameLength'
export { type PricedBooking, type PricingUnit, totalOf } from './booking/totalOf'
export { ABOUT_TIME_CODES, CHECK_CODES, type CheckCode, OVERRIDABLE_CODES } from './checks/checkCodes'
export type { Candidate } from './engine/AvailabilityQuery'
export type { CancellationDeadline } from './engine/cancellationDeadline'
export type { CheckResult } from './engine/check'
export { type Answers, createEngine, type Engine } from './engine/createEngine'
export type { FreeAnswer, FreeQuestion } from './engine/freeResources'
export { IndexedSnapshot } from './engine/IndexedSnapshot'
export { type NeededSpan, neededSpan } from './engine/neededSpan'
export { type OpenCapacity, openCapacity } from './engine/openCapacity'
export type { BookingRequest } from './engine/resolveRequest'
export type { ResourceTimeline, TimelineQuestion } from './engine/timeline'
export { type Utilization, utilizationOf } from './engine/utilization'
export { takenTimes } from './load/Load'
export type { EngineMessage, EngineMessageKey, MessageParam, MessageParams, Word } from './messages/EngineMessage'
export { formatEnglish } from './messages/formatEnglish'
export { type BlockTimes, blackoutsOf, blockProblems } from './rules/blackoutsOf'
export { datePattern } from './rules/datePattern'
export { type EffectiveRules, resolveRules, ruleLevel } from './rules/resolveRules'
export {
  type GenerateOptions,
  generateTimeslots,
  MAX_GENERATED_TIMESLOTS,
  SchedulingError,
} from './schedule/generateTimeslots'
export type * from './snapshot'
export { type Fit, FreeTimes, type WaitingInput } from './waitlist/FreeTimes'
export { matchWaiting } from './waitlist/matchWaiting'
export type { Simulation } from './whatIf/answers'
export { type Concerned, concernedBy, neededResources, type SetupEntity, type Touched } from './whatIf/concernedBy'
export {
  describeAffected,
  type FailingBooking,
  failing,
  type JudgedBooking,
  judge,
  nearestTo,
  type Overrides,
  type StandingBooking,
  standingBookings,
} from './whatIf/judgeBookings'
export { compareSides, type SimulateQuestion, simulate } from './whatIf/simulate'
