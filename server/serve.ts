/**
 * The server's face: what a product serves with (docs/architecture.md#the-faces).
 */

export { systemOrigin, withoutCustomer } from './audit/auditEntry'
export { type Forgotten, forgetRecords, writeAuditLog } from './audit/auditLog'
export type { ApiRecord, StoredRecord } from './audit/change'
export { wholeNumber } from './config'
export { createProduct } from './core/createProduct'
export { demoOf, insertDrafts } from './core/demo'
export { tenantsHooks } from './core/tenants/tenantsHooks'
export { assign } from './crud/assignments'
export { forgetInAuditLog } from './crud/audit/forgetInAuditLog'
export { noteAction } from './crud/audit/noteAction'
export { readAuditLog } from './crud/audit/readAuditLog'
export { attemptEach, deleteMany, rehearsed, updateMany } from './crud/bulk'
export { deletabilityOf, requireVersion } from './crud/checks'
export { column, recordColumns, toRecord } from './crud/columns'
export { copiedValues } from './crud/copy'
export { carryOutDrafts, withIds } from './crud/drafts'
export { noteEvent } from './crud/events/noteEvent'
export { examine } from './crud/files/examine'
export { fileValue } from './crud/files/withFiles'
export { contains } from './crud/filters'
export {
  type ActionCall,
  type ActionsOf,
  actionsFor,
  type CheckedChange,
  type Figures,
  type ResourceHooks,
} from './crud/hooks'
export { forgetInFiles } from './crud/imports/forgetInFiles'
export { ownerIds } from './crud/links'
export { inside, listConditions, listIds, listQueryParams, listRecords, narrowingParams, type Read } from './crud/list'
export { lockInvariant } from './crud/lockInvariant'
export type { Demo, JobServices, PagesOptions, QueueServices, Subject } from './crud/product'
export { requireActive } from './crud/requireActive'
export { accessTo, recordAnswer, recordReply, scopeOf } from './crud/routes'
export { rowsAllow } from './crud/rows'
export {
  all,
  type Condition,
  findRecord,
  findRecords,
  isOneOf,
  requireParents,
  type Scope,
  scopeConditions,
} from './crud/scope'
export { createRecord, updateRecord } from './crud/single'
export { countTabs, narrowed, tabsAnswer } from './crud/tabs'
export { deleteRecords, insertPrepared, insertRecord, insertRecords, updateRecords } from './crud/write'
export { beyondRows } from './db/beyondRows'
export type { Database, Transaction } from './db/database'
export { assignmentLink, linkOf } from './db/links'
export { millis, packInstants, unpackInstants } from './db/packedInstants'
export { rowCondition } from './db/rowRules'
export { toRow } from './db/rows'
export type { TablesOf } from './db/rowTypes'
export { anyTable, pipeline, sql } from './db/sql'
export { forgetInEvents, type ToldEvent, writeEvents } from './events/events'
export { insertUpload } from './files/storedFiles'
export { contentTag, isKnown } from './http/answer'
export { apiBase } from './http/apiBase'
export { scopeMissing } from './http/identity/apiKey'
export {
  type Caller,
  type CurrentTenant,
  callerColumns,
  type MemberCaller,
  personIn,
  rowCallerOf,
  systemCaller,
} from './http/identity/caller'
export { implement, OtherReply, Reply, type RequestOf } from './http/implement'
export { requireOrder } from './http/input'
export { inExportLine, inFairLine, inLine, oneAtATime } from './http/oneAtATime'
export { invalid, invalidField, notFound, type OwnCode, Problem, refusal } from './http/problem'
export { type AlsoWrong, defineRoute, type Route, type RouteRequest } from './http/route'
export type { Redrive, Services } from './http/services'
export { keptBriefly } from './http/strangers'
export { asSystem, type Follow, runSystemWork, sendIn, type UnitOfWork } from './http/unitOfWork'
export { inSlices } from './inSlices'
export type { About } from './intake/sharedAnswers'
export { type Alarm, type JobQueue, noAlarm } from './jobs/jobs'
export { isFree, leased, leaseQueue } from './jobs/leaseQueue'
export type { PeriodicJob } from './jobs/periodicJob'
export { writeDeadLetters } from './jobs/writeDeadLetters'
export { eventStream } from './live/eventStream'
export { LiveEvents } from './live/LiveEvents'
export type { Log } from './log'
export { attemptMail, type MailResult } from './mails/attemptMail'
export { escapeHtml, type Mail, type MailLink, paragraphs } from './mails/mail'
export { mailQueue } from './mails/settings'
export { type CountedNetwork, networksAround } from './networkOf'
export { isUrlAllowed, type OutgoingSettings } from './outgoing/addresses'
export { callGuarded } from './outgoing/callGuarded'
export type * from './own'
export { settings } from './settings'
export { readerOfTokens, signedToken, tokenBytes } from './signedToken'
export type { Site } from './site'
export type { AttemptOptions } from './webhooks/attempt'
export type { TellTurnedOff, TurnedOff } from './webhooks/health'
export { webhookQueue } from './webhooks/settings'
