/** The declarations' face (docs/architecture.md#the-faces). */

export {
  type AnswerOf,
  auditEntry,
  type Body,
  type BulkResult,
  type CallInput,
  defineCall,
  deletabilitySchema,
  described,
  type Frozen,
  fieldsBody,
  InvalidBody,
  isUuid,
  type Moment,
  membersFrom,
  millisOf,
  objectSchemaOf,
  param,
  paramMembers,
  recordBody,
  recordOf,
  ref,
  required,
  shaped,
} from './contract'
export { recordCounts } from './contract/calls/recordCounts'
export * as core from './core'
export { withCore } from './core'
export { hoursToIntervals } from './hours/blocks'
export { dateRange as hoursOfDates, dayBlock } from './hours/DayHours'
export { datedHours } from './hours/datedHours'
export {
  type Intervals,
  mergeIntervals,
} from './hours/Intervals'
export { openingDays } from './hours/openingDays'
export {
  type AnyResource,
  action,
  actionSegment,
  activation,
  asReadBy,
  assigned,
  type Bounds,
  callAction,
  choice,
  choices,
  color,
  copied,
  count,
  country,
  createAddress,
  createRegistry,
  currency,
  type DraftOf,
  dateOverrides,
  dateRange,
  days,
  decimal,
  definePart,
  defineResource,
  defineSingleton,
  elapsed,
  email,
  eventsOf,
  extend,
  type Fields,
  file,
  fileUrl,
  firstOf,
  flag,
  geo,
  group,
  hasRole,
  holds,
  image,
  input,
  instant,
  integer,
  integers,
  isOffered,
  items,
  joined,
  last,
  later,
  localDate,
  locale,
  localTime,
  longText,
  type Message,
  type Money,
  machineScopes,
  max,
  mayAccess,
  mayRead,
  me,
  metadata,
  min,
  minus,
  minutes,
  money,
  now,
  parent,
  percent,
  phone,
  plus,
  type RecordOf,
  type ResourceRef,
  reference,
  references,
  rows,
  sameValue,
  screenPath,
  setting,
  slug,
  snakeCase,
  sum,
  type TypedFields,
  tags,
  text,
  times,
  timezone,
  today,
  transition,
  typed,
  url,
  type ValidationErrors,
  type ValueOf,
  weekday,
  weekdays,
  weeklyHours,
  wholeOf,
} from './schema'
export { addCheckTexts, englishText } from './schema/checkTexts'
export { csvRows, csvText } from './schema/csvText'
export { type Locale, languageNames, locales, spokenLocale, toLocale } from './schema/locales'
export { memoized } from './schema/memoize'
export type * from './schema/own'
export { validate } from './schema/validation'
export {
  addDays,
  addMonths,
  datesFrom,
  firstOfMonth,
  isDate,
  lastOfMonth,
  startOfWeek,
  weeksOf,
} from './time/dates'
export { formatInstant } from './time/formatInstant'
export { DAY, HOUR, MINUTE, SECOND } from './time/instant'
export { formatLocalDate, isoWeekday, type LocalDay, parseLocalDate } from './time/localDate'
export { parseLocalTime } from './time/localTime'
export { periodEnd, periodStart } from './time/period'
export { regionalLocale } from './time/regionalLocale'
export { Zone, zoneOf } from './time/Zone'
export { zoneOffset } from './time/zoneOffset'
