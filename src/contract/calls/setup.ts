import * as z from 'zod/mini'
import { flag, text } from '../../schema'
import { described, shaped } from '../answers'
import type { AuditChanges } from '../auditEntry'
import type { Body } from '../body'
import { fieldsBody, paramMembers } from '../body'
import { type AnswerOf, defineCall, membersFrom } from '../call'
import { param } from '../param'
import { required } from '../queryParams'
import { type SetupDocument, setupActions, setupBody } from '../setup'

const tag = 'Set-up'

const documentSchema = shaped<SetupDocument>(setupBody.schema)

export const setupPlan = z.object({
  dryRun: z.boolean(),
  plan: described(z.string(), 'For `If-Match`: stands for this document, and for the set-up as it is'),
  changes: z.array(
    z.object({
      action: z.enum(setupActions),
      resource: described(z.string(), 'The name of the resource'),
      key: described(z.string(), 'What names the record in documents'),
      changes: shaped<AuditChanges>({ type: 'object', additionalProperties: true }),
      reason: described(
        z.nullable(z.enum(['used', 'kept'])),
        'Why a record is not deleted: others hold it, or it has to stay',
      ),
    }),
  ),
  summary: z.object({
    create: z.int(),
    change: z.int(),
    delete: z.int(),
    deactivate: z.int(),
    unmanaged: z.int(),
    unchanged: z.int(),
  }),
})
export type SetupPlan = z.output<typeof setupPlan>

export const exportSetup = defineCall({
  method: 'GET',
  path: '/setup/export',
  access: membersFrom('admin'),
  tag,
  operationId: 'exportSetup',
  summary: 'The set-up of a tenant as a document',
  description:
    'Without people, files, times and what happens from day to day. Two documents of one state are equal. The export is an entry of the audit log.',
  answer: { description: 'The document', schema: documentSchema },
})

export const applySetup = defineCall({
  method: 'POST',
  path: '/setup/apply',
  access: membersFrom('owner'),
  tag,
  operationId: 'applySetup',
  summary: 'Make the set-up what a document says',
  description:
    'Records are met by their keys; with `was`, a record is renamed. Records of a listed section that the document leaves out stay, or go with `prune`. All is written, or nothing.',
  query: {
    dryRun: param('flag', 'Answer the plan, and write nothing'),
    prune: param('flag', 'Delete what listed sections leave out, or retire it where it is in use'),
  },
  headers: 'If-Match',
  body: setupBody,
  answer: { description: 'What was done, or is to be done', schema: setupPlan },
})

const source = paramMembers({ fromTenantId: required(param('id', 'The tenant that is copied')) })

const copyBody: Body<{ fromTenantId: string }, { fromTenantId: string }> = {
  schema: {
    type: 'object',
    properties: source.properties,
    required: source.required,
    additionalProperties: false,
  },
  read: json => {
    const { fromTenantId = '' } = source.read(json)
    return { fromTenantId }
  },
}

export const copySetup = defineCall({
  method: 'POST',
  path: '/setup/copy',
  access: membersFrom('owner'),
  tag,
  operationId: 'copySetup',
  summary: 'Copy the set-up of another tenant into this one',
  description: 'For owners of both. Only into an empty tenant.',
  body: copyBody,
  answer: { description: 'What was made', schema: setupPlan },
})

const counts = z.record(z.string(), z.int())

const localeParam = param('text', 'The language of names and descriptions; that of the tenant by default', { max: 20 })

const templateSchema = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  counts: described(counts, 'How many records it has of each resource'),
})

export const listTemplates = defineCall({
  method: 'GET',
  path: '/setup/templates',
  access: { who: 'signedIn' },
  tag,
  operationId: 'listSetupTemplates',
  summary: 'Set-ups to begin with',
  query: { locale: localeParam },
  answer: { description: 'The templates', schema: z.array(templateSchema) },
})

const isTemplateKey = (value: string): boolean => /^[a-z][a-z0-9-]{0,39}$/.test(value)

export const getTemplate = defineCall({
  method: 'GET',
  path: '/setup/templates/{key}',
  params: { key: isTemplateKey },
  access: membersFrom('admin'),
  tag,
  operationId: 'getSetupTemplate',
  summary: 'A template as a document for this tenant',
  query: { locale: localeParam, currency: param('text', 'Of the prices; that of the tenant by default', { max: 3 }) },
  answer: {
    description: 'The document',
    schema: z.object({ document: documentSchema, sampleBookings: described(z.int(), 'How many it can bring'), counts }),
  },
})

const templateBody = fieldsBody({
  locale: text({ max: 20, help: 'The language of its names; that of the tenant by default' }),
  sampleBookings: flag({ help: 'With samples in the next 14 days, of customers who are named as samples' }),
  dryRun: flag({ help: 'Answer the plan, and write nothing' }),
})

export const applyTemplate = defineCall({
  method: 'POST',
  path: '/setup/templates/{key}/apply',
  params: { key: isTemplateKey },
  access: membersFrom('owner'),
  tag,
  operationId: 'applySetupTemplate',
  summary: 'Set an empty tenant up by a template',
  body: templateBody,
  answer: { status: 201, description: 'What was made', schema: setupPlan },
  otherwise: { status: 200, description: 'What is to be made', schema: setupPlan },
})

const madeRecord = z.object({ resource: z.string(), id: z.uuid(), label: z.string() })

export const getMade = defineCall({
  method: 'GET',
  path: '/setup/template',
  access: membersFrom('owner'),
  tag,
  operationId: 'getAppliedSetupTemplate',
  summary: 'What a template made here',
  answer: {
    description: 'Its records; 404 where none was applied',
    schema: z.object({
      template: z.string(),
      at: z.iso.datetime(),
      made: z.array(madeRecord),
      changed: described(z.array(madeRecord), 'Edited since'),
      used: described(z.array(madeRecord), 'Used by what is not its own, so that it cannot be removed'),
    }),
  },
})
export type MadeByTemplate = AnswerOf<typeof getMade>

export const removeMade = defineCall({
  method: 'DELETE',
  path: '/setup/template',
  access: membersFrom('owner'),
  tag,
  operationId: 'removeSetupTemplate',
  summary: 'Remove what a template made, with its samples',
  query: { includeChanged: param('flag', 'Also what somebody edited since') },
  answer: { status: 204, description: 'Removed' },
})
