/** The server's face (docs/architecture.md#the-faces). */

export { withoutCustomer } from './audit/auditEntry'
export type { ApiRecord } from './audit/change'
export { wholeNumber } from './config'
export { createProduct } from './core/createProduct'
export { demoOf, insertDrafts } from './core/demo'
export { tenantsHooks } from './core/tenants/tenantsHooks'
export { assign } from './crud/assignments'
export { noteAction } from './crud/audit/noteAction'
export { readAuditLog } from './crud/audit/readAuditLog'
export { attemptEach, deleteMany, rehearsed, updateMany } from './crud/bulk'
export { deletabilityOf, requireVersion } from './crud/checks'
export { column, readRecords } from './crud/columns'
export { copiedValues } from './crud/copy'
export { defineList } from './crud/defineList'
export { carryOutDrafts } from './crud/drafts'
export { noteEvent } from './crud/events/noteEvent'
export { storeFile } from './crud/files/storeFile'
export { contains } from './crud/filters'
export {
  type ActionCall,
  type ActionsOf,
  actionsFor,
  type CheckedChange,
  type ResourceHooks,
} from './crud/hooks'
export { ownerIds } from './crud/links'
export { listRecords } from './crud/list'
export { lockInvariant } from './crud/lockInvariant'
export type { Job, PagesOptions, QueueServices, Subject } from './crud/product'
export { requireActive } from './crud/requireActive'
export { accessTo, recordAnswer, recordReply, scopeOf } from './crud/routes'
export { rowsAllow } from './crud/rows'
export { rowsFor } from './crud/rowsFor'
export {
  all,
  type Condition,
  findRecord,
  findRecords,
  requireParents,
  type Scope,
} from './crud/scope'
export { createRecord, updateRecord } from './crud/single'
export { deleteRecords, insertPrepared, insertRecord, insertRecords, updateRecords } from './crud/write'
export { beyondRows } from './db/beyondRows'
export type { Transaction } from './db/database'
export { toRow } from './db/rows'
export type { TablesOf } from './db/rowTypes'
export { anyTable, pipeline, sql } from './db/sql'
export { forgetInEvents } from './events/events'
export { contentTag, isKnown } from './http/answer'
export { apiBase } from './http/apiBase'
export { scopeMissing } from './http/identity/apiKey'
export {
  type Caller,
  callerColumns,
  type MemberCaller,
  systemCaller,
} from './http/identity/caller'
export { implement, OtherReply, Reply, type RequestOf } from './http/implement'
export { inLine } from './http/inLine'
export { requireOrder } from './http/input'
export { liveAnswer } from './http/liveAnswer'
export { invalid, invalidField, notFound, Problem, refusal } from './http/problem'
export { defineRoute, type Route } from './http/route'
export type { Services } from './http/services'
export { keptBriefly } from './http/strangers'
export { asSystem, runSystemWork, sendIn, type UnitOfWork } from './http/unitOfWork'
export { inSlices } from './inSlices'
export { isFree, leased, leaseQueue } from './jobs/leaseQueue'
export { writeDeadLetters } from './jobs/writeDeadLetters'
export { LiveEvents } from './live/LiveEvents'
export { attemptMail } from './mails/attemptMail'
export { escapeHtml, paragraphs } from './mails/mail'
export { networksAround } from './networkOf'
export { isUrlAllowed } from './outgoing/addresses'
export { callGuarded } from './outgoing/callGuarded'
export type * from './own'
export { settings } from './settings'
