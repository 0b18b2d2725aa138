import { type JsonSchema, ref, singularName, uuidSchema } from '../../../src/contract'
import type { EventCatalogue, EventSubject } from '../../../src/schema'
import { auditEntrySchema } from '../audit/auditEntrySchema'

const instantSchema: JsonSchema = { type: 'string', format: 'date-time' }

const headers = {
  WebhookId: ['webhook-id', 'The id of the event, the same at every attempt'],
  WebhookTimestamp: ['webhook-timestamp', 'When this attempt began, in seconds since 1970'],
  WebhookSignature: ['webhook-signature', 'One or two signatures by the Standard Webhooks specification'],
} as const

const schemaName = ({ of }: EventSubject) => `${singularName(of)}Event`

const eventSchema = (
  subject: string,
  { types, internal = [], impersonal }: Pick<EventSubject, 'types' | 'internal' | 'impersonal'>,
  record: JsonSchema | undefined,
): JsonSchema => {
  const members = Object.entries((record?.properties ?? {}) as Record<string, JsonSchema>)
  const properties = Object.fromEntries(members.filter(([name]) => !internal.includes(name)))
  const without = impersonal && ' Without `includesPersonalData` it lacks what tells of people.'
  return {
    type: 'object',
    properties: {
      type: { type: 'string', enum: Object.keys(types).map(type => `${subject}.${type}`) },
      timestamp: instantSchema,
      tenantId: uuidSchema,
      sequence: {
        type: 'integer',
        minimum: 1,
        description: 'Its place among the events of one subject, without a gap',
      },
      actor: (auditEntrySchema.properties as Record<string, JsonSchema>).actor ?? {},
      data: { type: 'object', description: `As it is read after the event.${without ?? ''}`, properties },
      previous: { type: ['object', 'null'], description: 'The members that changed, with their values before' },
      truncated: { type: 'boolean', description: '`data` holds the id alone, since all of it would be too long' },
    },
    required: ['type', 'timestamp', 'tenantId', 'sequence', 'actor', 'data', 'previous'],
  }
}

export const testType = 'webhook.test'

const testSchema = eventSchema('webhook', { types: { test: '' } }, {
  properties: {
    id: uuidSchema,
    type: { type: 'string', description: 'The type of event that was asked for' },
  } as JsonSchema['properties'],
} as JsonSchema)

export interface DescribedWebhooks {
  webhooks: Record<string, object>
  schemas: Record<string, JsonSchema>
  parameters: Record<string, object>
}

export const describeWebhooks = (
  catalogue: EventCatalogue,
  records: Readonly<Record<string, JsonSchema>>,
): DescribedWebhooks => {
  const subjects = Object.entries(catalogue)
  const callFor = (subject: string, schema: string, type: string, text: string) => ({
    operationId: `on ${subject} ${type}`.replace(/[ _](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: text,
    tags: ['Webhooks'],
    parameters: Object.keys(headers).map(name => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: { 'application/json': { schema: ref(schema) } } },
    responses: {
      '2XX': { description: 'It has arrived' },
      410: { description: 'Turns the webhook off' },
      default: { description: 'It is sent again later' },
    },
  })
  const calls = subjects.flatMap(([subject, told]) =>
    Object.entries(told.types).map(([type, text]) => [
      `${subject}.${type}`,
      { post: callFor(subject, schemaName(told), type, text) },
    ]),
  )
  const test = { [testType]: { post: callFor('webhook', 'WebhookTest', 'test', 'A test that somebody sent') } }
  return {
    webhooks: { ...Object.fromEntries(calls), ...(subjects.length > 0 && test) },
    schemas: {
      ...Object.fromEntries(
        subjects.map(([subject, told]) => [
          schemaName(told),
          eventSchema(subject, told, records[singularName(told.of)]),
        ]),
      ),
      ...(subjects.length > 0 && { WebhookTest: testSchema }),
    },
    parameters: Object.fromEntries(
      Object.entries(subjects.length > 0 ? headers : {}).map(([key, [name, description]]) => [
        key,
        { name, in: 'header', required: true, description, schema: { type: 'string' } },
      ]),
    ),
  }
}
