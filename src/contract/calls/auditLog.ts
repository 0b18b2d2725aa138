import * as z from 'zod/mini'
import { isDate } from '../../time/dates'
import { auditEntry, shaped } from '../answers'
import { type AuditAction, type AuditChanges, auditActions, maxExported } from '../auditEntry'
import { defineCall, membersFrom } from '../call'
import { ref } from '../components'
import type { BulkResult } from '../deletability'
import type { JsonSchema } from '../fieldSchema'

import { isInstant } from '../isInstant'
import { pageParams, param } from '../param'
import { InvalidValue, type QueryParam, readChoice, required, unstorable } from '../queryParams'

// No call changes or deletes entries.

const access = membersFrom('admin')
const tag = 'Audit Log'

/** Unlike `param('moment')`, takes any year: only PostgreSQL compares them. */
const moment = (description: string): QueryParam<string | undefined, string> => ({
  schema: { type: 'string' },
  description: `${description}: an instant, or a date that stands for its start in the tenant’s time zone`,
  read: ([text = '', ...others]) => {
    if (others.length > 0) throw new InvalidValue('validation.invalid')
    if (!isDate(text) && !isInstant(text)) throw new InvalidValue('validation.instant')
    return text
  },
  absent: undefined,
})

const actionParam: QueryParam<AuditAction[] | undefined, string | readonly AuditAction[]> = {
  schema: { type: 'array', items: { type: 'string', enum: [...auditActions] } },
  description: 'What was done; one of these when repeated',
  read: values => values.map(value => readChoice(value, auditActions)),
  absent: undefined,
}

const maxFields = 100

const fieldsParam: QueryParam<string[] | undefined, string | readonly string[]> = {
  schema: { type: 'array', items: { type: 'string', maxLength: 63 }, maxItems: maxFields },
  description: 'Fields of the resource in entityType: entries that changed one of them. Repeated for several',
  read: values => {
    if (values.length > maxFields) throw new InvalidValue('validation.tooMany', { max: maxFields })
    if (values.some(value => unstorable.test(value))) throw new InvalidValue('validation.invalid')
    return [...values]
  },
  absent: undefined,
}

const filters = {
  entityType: param('text', 'The resource’s name', { max: 63 }),
  entityId: param('id', 'The record'),
  actorId: param('id', 'The user who did it'),
  action: actionParam,
  changed: fieldsParam,
  from: moment('At or after this'),
  to: moment('Before this'),
}

export const list = defineCall({
  method: 'GET',
  path: '/audit-log',
  access,
  scopes: ['audit.read'],
  tag,
  operationId: 'listAuditEntries',
  summary: 'A page of the audit log, newest first',
  query: {
    ...filters,
    ...pageParams,
  },
  answer: {
    description: 'The page',
    schema: z.array(auditEntry),
    headers: 'X-Total-Count',
  },
})

export const actors = defineCall({
  method: 'GET',
  path: '/audit-log/actors',
  access,
  scopes: ['audit.read'],
  tag,
  operationId: 'listAuditActors',
  summary: 'The users who are in the audit log, by name',
  answer: {
    description: 'Each with the name of the last entry',
    schema: z.array(z.object({ id: z.uuid(), name: z.string() })),
  },
})

export const exportFile = defineCall({
  method: 'GET',
  path: '/audit-log/export',
  access,
  scopes: ['audit.read'],
  tag,
  operationId: 'exportAuditLog',
  summary: 'The audit log as CSV, newest first',
  description: `At most ${maxExported} entries. Text that a spreadsheet could take for a formula begins with an apostrophe. The export is itself an entry.`,
  query: filters,
  file: 'text/csv',
  answer: { description: 'The file' },
})

const takingBackNote =
  'It is a new change, with the permissions and checks of any other. Owners and admins take back every change, others their own.'

const dryRun = param('flag', 'Change nothing, and answer what would be written')

const changesSchema: JsonSchema = {
  type: 'object',
  description: 'What it writes, by field',
  additionalProperties: { type: 'object', properties: { from: {}, to: {} }, required: ['from', 'to'] },
}

const writtenSchema = z.object({
  entityType: z.string(),
  entityId: z.uuid(),
  changes: shaped<AuditChanges>(changesSchema),
})

export interface TakenBack extends BulkResult {
  /** At the change. Only in a dry run. */
  entityLabel?: string | null
  /** Only in a dry run that nothing prevents. */
  changes?: AuditChanges
}

export const takeBack = defineCall({
  method: 'POST',
  path: '/audit-log/{id}/take-back',
  access: membersFrom('viewer'),
  tag,
  operationId: 'takeBackAuditEntry',
  summary: 'Take back a change',
  description: `${takingBackNote} \`conflict\` where the record was changed since.`,
  headers: 'If-Match',
  query: { dryRun },
  answer: { description: 'What it wrote', schema: writtenSchema },
})

const mostRequests = 20

const requestsParam: QueryParam<string[] | undefined, string | readonly string[]> = {
  schema: { type: 'array', items: { type: 'string', maxLength: 255 }, minItems: 1, maxItems: mostRequests },
  description: 'The `X-Request-Id` of a request; several when repeated',
  read: values => {
    if (values.length > mostRequests) throw new InvalidValue('validation.tooMany', { max: mostRequests })
    if (values.some(value => value === '' || value.length > 255 || unstorable.test(value)))
      throw new InvalidValue('validation.invalid')
    return [...values]
  },
  absent: undefined,
}

export const takeBackRequests = defineCall({
  method: 'POST',
  path: '/audit-log/take-back',
  access: membersFrom('viewer'),
  tag,
  operationId: 'takeBackRequests',
  summary: 'Take back all that requests changed at once',
  description: `For an Undo just after them, and later for a change of many. ${takingBackNote}`,
  query: {
    requestId: required(requestsParam),
    entityType: required(param('text', 'The resource’s name', { max: 63 })),
    actorId: param('id', 'Whose requests these were; the caller’s unless given'),
    dryRun,
  },
  answer: {
    description: 'What became of each record, or with `dryRun` would, and what is written then',
    schema: z.array(
      shaped<TakenBack>({
        allOf: [
          ref('BulkResult'),
          {
            type: 'object',
            properties: {
              entityLabel: { type: ['string', 'null'], description: 'The record’s name then. Only of a dry run' },
              changes: { ...changesSchema, description: 'What would be written, by field. Only of a dry run' },
            },
          },
        ],
      }),
    ),
  },
})
