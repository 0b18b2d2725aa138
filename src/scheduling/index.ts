export {
  BOOKING_ACTIONS,
  type BookingAction,
  type BookingState,
  canDo,
  canUndo,
  statusAt,
  type UndoableAction,
} from './booking/bookingActions'
export { type PricedBooking, type PricingUnit, totalOf } from './booking/totalOf'
export { CHECK_CODES, type CheckCode } from './checks/checkCodes'
export { OVERRIDABLE_CODES } from './checks/overridableCodes'
export type { BookingRequest } from './engine/BookingRequest'
export type { Candidate } from './engine/Candidate'
export type { CancellationDeadline } from './engine/cancellationDeadline'
export type { CheckResult } from './engine/check'
export type { DaySummary } from './engine/days'
export type { CheckEntry, Explanation } from './engine/explain'
export type { FreeAnswer, FreeQuestion } from './engine/freeResources'
export { type NeededSpan, neededSpan } from './engine/neededSpan'
export type { NextAvailable, NextReason } from './engine/next'
export { type Answers, type Engine, prepare } from './engine/prepare'
export type { SlotStatus } from './engine/slotStatus'
export type { Slot, SlotReason } from './engine/slots'
export type { ResourceTimeline, Span, TimelineQuestion } from './engine/timeline'
export { type Utilisation, utilisationOf } from './engine/utilisation'
export { type EffectiveRules, resolveRules } from './rules/resolveRules'
export { ruleLevel } from './rules/ruleLevel'
export { RULE_CLASS, RULE_TYPES } from './rules/ruleTypes'
export type { PlannedTimeslot } from './schedule/diffTimeslots'
export {
  type GenerateOptions,
  type GenerationPlan,
  generateTimeslots,
  MAX_GENERATED_TIMESLOTS,
} from './schedule/generateTimeslots'
export { SchedulingError } from './schedule/SchedulingError'
export { type ScheduleDay, scheduleDays } from './schedule/scheduleDays'
export type { Sentence, SentenceKey, SentenceParam, SentenceParams, Word } from './sentences/Sentence'
export { sayInEnglish } from './sentences/sayInEnglish'
export type * from './snapshot'
export { isRepeatedTime } from './time/describeTime'
export { formatInstant } from './time/formatInstant'
export { type InstantInput, toMillis } from './time/instant'
export { formatLocalDate, isoWeekday, parseLocalDate } from './time/localDate'
export { Zone, zoneOf } from './time/Zone'
