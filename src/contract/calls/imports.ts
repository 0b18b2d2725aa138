import * as z from 'zod/mini'
import { isTimeZone, type Message } from '../../schema'
import { described, shaped } from '../answers'
import type { AuditChanges } from '../auditEntry'
import { type Body, bytesBody, InvalidBody } from '../body'
import { defineCall, membersFrom } from '../call'

import { type ImportChanges, importOptions, importStatuses, maxImport, outcomes } from '../importing'
import { pageParams, param } from '../param'
import { required } from '../queryParams'

const access = membersFrom('admin')
const tag = 'Imports'

const changesBody: Body<ImportChanges, ImportChanges> = {
  schema: {
    type: 'object',
    properties: {
      mapping: {
        type: 'object',
        description: 'Fields by heading; null leaves a column out. Headings that are not named keep their field',
        additionalProperties: { type: ['string', 'null'] },
      },
      timeZone: { type: 'string', maxLength: 64, description: 'The zone of times without an offset' },
      ...Object.fromEntries(
        Object.entries(importOptions).map(([name, values]) => [name, { type: 'string', enum: [...values] }]),
      ),
    },
    additionalProperties: false,
  },
  read: json => {
    const errors: Record<string, Message> = {}
    const wrong = (name: string, key: Message['key'], args: Message['args'] = {}) => {
      errors[name] = { key, args }
    }
    for (const [name, value] of Object.entries(json)) {
      const values: readonly unknown[] | undefined = Object.hasOwn(importOptions, name)
        ? importOptions[name as keyof typeof importOptions]
        : undefined
      if (values && !values.includes(value)) wrong(name, 'validation.choice', { values: values.join(' ') })
      else if (name === 'mapping') {
        const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value)
        if (!isMapping) wrong(name, 'validation.invalid')
        for (const [header, field] of isMapping ? Object.entries(value) : [])
          if (field !== null && typeof field !== 'string') wrong(`mapping.${header}`, 'validation.text')
      } else if (name === 'timeZone') {
        if (typeof value !== 'string' || !isTimeZone(value)) wrong(name, 'validation.timeZone')
      } else if (!values) wrong(name, 'validation.unknown')
    }
    if (Object.keys(errors).length > 0) throw new InvalidBody(errors)
    return json as ImportChanges
  },
}

const importSchema = z.object({
  id: z.uuid(),
  resource: described(z.string(), 'The name of the resource'),
  fileName: z.string(),
  status: z.enum(importStatuses),
  profile: described(z.nullable(z.string()), 'The product whose file it is, where that is known'),
  fields: described(z.array(z.string()), 'What columns may fill, for the caller'),
  keys: described(
    z.array(z.array(z.string())),
    'The fields that identify a record: the first key whose cells are all filled',
  ),
  encoding: z.enum(importOptions.encoding),
  delimiter: z.enum(importOptions.delimiter),
  dateFormat: z.nullable(z.enum(importOptions.dateFormat)),
  decimal: z.nullable(z.enum(importOptions.decimal)),
  timeZone: z.string(),
  blanks: described(z.enum(importOptions.blanks), 'What a blank cell does to an existing record'),
  onError: z.enum(importOptions.onError),
  operation: z.enum(importOptions.operation),
  columns: z.array(
    z.object({
      header: z.string(),
      samples: z.array(z.string()),
      field: z.nullable(z.string()),
      via: z.nullable(z.enum(['name', 'label', 'remembered', 'similar'])),
    }),
  ),
  questions: described(
    z.array(z.enum(['dateFormat', 'decimal'])),
    'What the file leaves open, and somebody has to answer before the check',
  ),
  rowCount: z.int(),
  doneCount: z.int(),
  counts: z.object({ create: z.int(), update: z.int(), unchanged: z.int(), error: z.int(), conflict: z.int() }),
  createdBy: z.nullable(z.uuid()),
  createdAt: z.iso.datetime(),
  startedAt: z.nullable(z.iso.datetime()),
  finishedAt: z.nullable(z.iso.datetime()),
  undoUntil: z.nullable(z.iso.datetime()),
  failure: described(z.nullable(z.string()), 'Why the last step came to nothing'),
})
export type Import = z.output<typeof importSchema>

const rowSchema = z.object({
  row: described(z.int(), 'From 1, without the heading'),
  line: described(z.int(), 'In the file, from 1'),
  outcome: z.enum(outcomes),
  id: z.nullable(z.uuid()),
  key: z.nullable(z.string()),
  changes: shaped<AuditChanges>({ type: 'object', additionalProperties: true }),
  errors: described(z.record(z.string(), z.string()), 'By field'),
  messages: shaped<Readonly<Record<string, Message>>>({ type: 'object', additionalProperties: true }),
  code: z.nullable(z.string()),
  notes: z.array(z.string()),
})
export type ImportRow = z.output<typeof rowSchema>

const answer = (description: string) => ({ description, schema: importSchema })

export const upload = defineCall({
  method: 'POST',
  path: '/imports',
  access,
  tag,
  operationId: 'createImport',
  summary: 'Upload a file of records',
  description:
    'The body is the file or the pasted table itself: CSV with commas, semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252. At most 50,000 rows. It is read, and nothing is written; imports are kept for 30 days, files that nobody imports for one. At most 20 files, of 200 MiB altogether, wait in a tenant.',
  query: {
    resource: required(param('text', 'The name of the resource', { max: 63 })),
    fileName: param('text', 'The name of the file', { max: 200 }),
  },
  body: bytesBody(maxImport),
  answer: { ...answer('The import, with its columns as far as they are known'), status: 201 },
})

export const list = defineCall({
  method: 'GET',
  path: '/imports',
  access,
  tag,
  operationId: 'listImports',
  summary: 'Imports of the last 30 days, newest first',
  query: { resource: param('text', 'Of one resource', { max: 63 }), ...pageParams },
  answer: { description: 'The page', schema: z.array(importSchema), headers: 'X-Total-Count' },
})

export const get = defineCall({
  method: 'GET',
  path: '/imports/{id}',
  access,
  tag,
  operationId: 'getImport',
  summary: 'How far an import is',
  answer: answer('The import'),
})

export const change = defineCall({
  method: 'PATCH',
  path: '/imports/{id}',
  access,
  tag,
  operationId: 'updateImport',
  summary: 'Say how a file is to be read',
  description: 'The file is read anew, and has to be checked again.',
  body: changesBody,
  answer: answer('The import'),
})

export const remove = defineCall({
  method: 'DELETE',
  path: '/imports/{id}',
  access,
  tag,
  operationId: 'deleteImport',
  summary: 'Delete a file and what became of its rows, not what was imported',
  description: '409 `wrong_status` while it can be undone.',
  answer: { description: 'Deleted', status: 204 },
})

const step = (description: string) =>
  ({
    ...{ method: 'POST', access, tag, description },
    answer: { ...answer('The import, which goes on by itself'), status: 202 },
  }) as const

export const check = defineCall({
  ...step('It does all that the import does, and takes it back. One import runs at a time in a tenant.'),
  method: 'POST',
  path: '/imports/{id}/check',
  operationId: 'checkImport',
  summary: 'Find out what an import would do',
})

export const start = defineCall({
  ...step(
    'At most 200 rows a transaction. With `onError: nothing` all in one, and 409 `import_has_errors` if a row was refused.',
  ),
  method: 'POST',
  path: '/imports/{id}/start',
  operationId: 'startImport',
  summary: 'Import a checked file',
})

export const cancel = defineCall({
  ...step('What was imported stays, and can be undone.'),
  method: 'POST',
  path: '/imports/{id}/cancel',
  operationId: 'cancelImport',
  summary: 'Stop an import',
})

export const resume = defineCall({
  ...step('It goes on where it was stopped, within 24 hours.'),
  method: 'POST',
  path: '/imports/{id}/resume',
  operationId: 'resumeImport',
  summary: 'Go on with a stopped import',
})

export const undo = defineCall({
  ...step(
    'Within 24 hours, all of it or nothing: 409 `undo_blocked` with the first 20 records in `blocking` that were changed since, or that others refer to.',
  ),
  method: 'POST',
  path: '/imports/{id}/undo',
  operationId: 'undoImport',
  summary: 'Take back an import',
})

export const rows = defineCall({
  method: 'GET',
  path: '/imports/{id}/rows',
  access,
  tag,
  operationId: 'listImportRows',
  summary: 'What became of the rows, or would',
  query: {
    outcome: param('choice', 'Only such rows', outcomes),
    ...pageParams,
  },
  answer: {
    description: 'The page',
    schema: z.array(rowSchema),
    headers: 'X-Total-Count',
  },
})

export const errors = defineCall({
  method: 'GET',
  path: '/imports/{id}/errors.csv',
  access,
  tag,
  operationId: 'exportImportErrors',
  summary: 'The refused rows as a file',
  description: 'With the columns of the file and the reasons. Once corrected, it can be imported as it is.',
  answer: { description: 'The file' },
  file: 'text/csv',
})
