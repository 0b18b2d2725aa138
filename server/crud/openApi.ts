import * as z from 'zod/mini'
import {
  answerSchema,
  describedSchema,
  type JsonSchema,
  readersText,
  ref,
  singularName,
  uuidSchema,
} from '../../src/contract'
import { type AnyResource, allFields, type Fields, guardedNames, inputNames, isAlwaysRequired } from '../../src/schema'
import { boundSentences } from '../../src/schema/boundSentences'
import { openingSentences } from '../../src/schema/rows'
import { openApiDocument } from '../http/openapi/document'
import { defineRoute, type Route } from '../http/route'
import { auditEntrySchema } from './audit/auditEntrySchema'
import { describeWebhooks } from './events/describeWebhooks'
import type { ResourceHooks } from './hooks'
import type { Product } from './product'

const properties = (resource: AnyResource, names: readonly string[]): Record<string, JsonSchema> => {
  const fields: Fields = allFields(resource)
  return Object.fromEntries(
    names.flatMap(name => {
      const field = fields[name]
      if (!field) return []
      const schema = describedSchema(name, field)
      const description = [schema.description, ...boundSentences(resource, name), ...openingSentences(resource, name)]
        .filter(Boolean)
        .join(' ')
      return [[name, description ? { ...schema, description } : schema]]
    }),
  )
}

const recordSchema = (resource: AnyResource, { extras = {} }: ResourceHooks): JsonSchema => {
  const members: Record<string, JsonSchema> = {
    id: uuidSchema,
    ...(resource.scope === 'tenant' && { tenantId: uuidSchema }),
    ...properties(resource, Object.keys(allFields(resource))),
    ...Object.fromEntries(
      Object.entries(extras).map(([name, { schema: given }]) => {
        const schema = given instanceof z.core.$ZodType ? answerSchema(given) : given
        const role = resource.readRoles?.[name]
        const description = role && [schema.description, readersText(role)].filter(Boolean).join('. ')
        return [name, description ? { ...schema, description } : schema]
      }),
    ),
  }
  const guarded = [...guardedNames(resource), ...Object.keys(resource.apiScopes?.members ?? {})]
  return {
    type: 'object',
    properties: members,
    required: Object.keys(members).filter(name => !guarded.includes(name)),
  }
}

const changeable = (resource: AnyResource): string[] => {
  const fields: Fields = resource.fields
  return inputNames(resource).filter(name => !fields[name]?.immutable)
}

const draftSchema = (resource: AnyResource, { createExtras = {} }: ResourceHooks): JsonSchema => {
  const names = inputNames(resource)
  const isRequired = (name: string) =>
    // `customer` may replace `customerId`.
    isAlwaysRequired(resource, name) && !(name.replace(/Id$/, '') in createExtras)
  return {
    type: 'object',
    properties: { ...properties(resource, names), ...createExtras },
    required: names.filter(isRequired),
  }
}

const changesSchema = (resource: AnyResource): JsonSchema => ({
  type: 'object',
  properties: properties(resource, changeable(resource)),
})

const onTopOf = (schema: JsonSchema, base: JsonSchema, baseName: string): JsonSchema => {
  const shared = Object.entries(base.properties ?? {})
  const own = schema.properties ?? {}
  const isWhole = shared.every(([name, member]) => JSON.stringify(own[name]) === JSON.stringify(member))
  if (shared.length === 0 || !isWhole) return schema
  const properties = Object.fromEntries(Object.entries(own).filter(([name]) => !base.properties?.[name]))
  return { ...schema, allOf: [ref(baseName)], properties }
}

const onTopOfChanges = (
  resources: readonly AnyResource[],
  schemas: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> => {
  const built = { ...schemas }
  for (const one of resources.map(singularName)) {
    const [baseName, base] = [`${one}Changes`, schemas[`${one}Changes`]]
    for (const name of [one, `${one}Draft`]) {
      const schema = schemas[name]
      if (base && schema) built[name] = onTopOf(schema, base, baseName)
    }
  }
  return built
}

export const resourceSchemas = (resource: AnyResource, hooks: ResourceHooks): Record<string, JsonSchema> => {
  const name = singularName(resource)
  return {
    [name]: recordSchema(resource, hooks),
    [`${name}Draft`]: draftSchema(resource, hooks),
    [`${name}Changes`]: changesSchema(resource),
  }
}

export const openApiRoute = (
  routes: readonly Route[],
  {
    resources,
    hooks,
    problemCodes,
    apiScopes = {},
    events,
  }: Pick<Product, 'resources' | 'hooks' | 'problemCodes' | 'apiScopes' | 'events'>,
): Route => {
  /** Takes longer than the rest of a route table, and is rarely requested. */
  const describe = (title: string): object => {
    const schemas: Record<string, JsonSchema> = Object.assign(
      { AuditEntry: auditEntrySchema },
      ...resources.map(resource => resourceSchemas(resource, hooks[resource.name] ?? {})),
    )
    const { webhooks, parameters, schemas: eventSchemas } = describeWebhooks(events ?? {}, schemas)
    return openApiDocument([...routes, route], {
      title,
      schemas: { ...onTopOfChanges(resources, schemas), ...eventSchemas },
      ...{ apiScopes, problemCodes, webhooks, webhookParameters: parameters },
    })
  }
  let document: object | undefined
  const route: Route = defineRoute({
    method: 'GET',
    path: '/openapi.json',
    access: { who: 'anyone' },
    tag: 'Reference',
    operationId: 'getOpenApi',
    summary: 'The OpenAPI document of this API',
    answer: { status: 200, description: 'The document', schema: { type: 'object' } },
    handler: async ({ services }) => {
      document ??= describe(services.productName)
      return { status: 200, body: document }
    },
  })
  return route
}
