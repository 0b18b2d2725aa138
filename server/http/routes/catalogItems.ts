import { catalogItems } from '../../../src/resources/catalogItems'
import { variants } from '../../../src/resources/variants'
import { englishText } from '../../../src/schema'
import { assignmentLink } from '../../db/links'
import { catalogItemsBehaviour } from '../behaviours/catalogItems'
import { missingToBook, type VariantReadiness, variantsReadiness } from '../behaviours/readiness'
import { variantsBehaviour } from '../behaviours/variants'
import type { Body } from '../body'
import { copiedValues, copyTargets } from '../crud/copy'
import { findRecord, findRecords } from '../crud/read'
import { recordAnswer, resourceRoutes, scopeOf } from '../crud/routes'
import type { Scope } from '../crud/scope'
import { createRecord } from '../crud/single'
import { insertRecord, noteAssignment } from '../crud/write'
import { uuidSchema } from '../openapi/fieldSchema'
import { ref } from '../openapi/schemas'
import { invalidField } from '../problem'
import { defineRoute, type Route } from '../route'
import type { UnitOfWork } from '../unitOfWork'

type Missing = 'variant' | 'resource' | 'hours' | 'status'

const missingEntry = (code: Missing, variant?: VariantReadiness) => ({
  code,
  text: englishText({ key: `validation.missing.${code}`, args: {} }),
  ...(variant && { variantId: variant.id, variantName: variant.name }),
})

/** What an item, or one of its active variants, lacks; it can be booked all the same when another variant can. */
const readinessOf = (isActive: boolean, found: readonly VariantReadiness[]) => ({
  isBookable: isActive && missingToBook(found) === null,
  missing: [
    ...(found.length === 0 ? [missingEntry('variant')] : []),
    ...found.flatMap(variant => (variant.missing ? [missingEntry(variant.missing, variant)] : [])),
    ...(isActive ? [] : [missingEntry('status')]),
  ],
})

const duplicateBody: Body<{ name?: unknown }> = {
  schema: { type: 'object', properties: { name: { type: 'string', description: 'The name of the copy' } } },
  read: json => {
    const unknown = Object.keys(json).find(name => name !== 'name')
    if (unknown !== undefined) throw invalidField(unknown, 'validation.unknown')
    return json
  },
}

const copySuffix = ' (copy)'
const copyName = (name: unknown): string => String(name).slice(0, 120 - copySuffix.length) + copySuffix

const copyVariants = async (unit: UnitOfWork, scope: Scope, fromItem: string, toItem: string): Promise<void> => {
  const variantsOf = (catalogItemId: string): Scope => ({
    ...scope,
    resource: variants,
    behaviour: variantsBehaviour,
    params: { catalogItemId },
  })
  const rows = await unit.db
    .selectFrom('variants')
    .select('id')
    .where('tenantId', '=', unit.caller.tenant?.id)
    .where('catalogItemId', '=', fromItem)
    .execute()
  const originals = await findRecords(
    unit.db,
    variantsOf(fromItem),
    rows.map(({ id }) => String(id)),
  )
  const link = assignmentLink(variants, 'resources')
  for (const original of originals) {
    const copy = await insertRecord(unit, variantsOf(toItem), copiedValues(variants, original))
    const resourceIds = await copyTargets(unit, link, original.id, copy.id)
    noteAssignment(unit, variantsOf(toItem), copy, 'resources', [], resourceIds)
  }
}

const handWritten = [
  defineRoute({
    method: 'GET',
    path: '/catalog-items/{id}/readiness',
    access: { who: 'member', role: 'viewer', tenant: { header: 'X-Tenant-ID' } },
    tag: 'Catalog',
    operationId: 'getCatalogItemReadiness',
    summary: 'What a catalog item lacks before it can be booked',
    answer: {
      status: 200,
      description: 'Whether it can be booked, and what is missing',
      schema: {
        type: 'object',
        properties: {
          isBookable: { type: 'boolean', description: 'Whether a variant of it can be booked' },
          missing: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                code: { type: 'string', enum: ['variant', 'resource', 'hours', 'status'] },
                text: { type: 'string' },
                variantId: uuidSchema,
                variantName: { type: 'string' },
              },
              required: ['code', 'text'],
            },
          },
        },
        required: ['isBookable', 'missing'],
      },
    },
    handler: request =>
      request.read(async db => {
        const item = await findRecord(db, scopeOf(catalogItems, catalogItemsBehaviour, request), request.params.id)
        const found = await variantsReadiness(db, request.caller.tenant.id, item.id)
        return { status: 200 as const, body: readinessOf(item.status === 'active', found) }
      }),
  }),
  defineRoute({
    method: 'POST',
    path: '/catalog-items/{id}/duplicate',
    access: { who: 'member', role: 'admin', tenant: { header: 'X-Tenant-ID' } },
    tag: 'Catalog',
    operationId: 'duplicateCatalogItem',
    summary: 'Copy a catalog item with its variants and their resources',
    description: 'The copy is a draft; SKUs stay with the original.',
    body: duplicateBody,
    answer: { status: 201, description: 'The copy', schema: ref('CatalogItem') },
    handler: async request => {
      const scope = scopeOf(catalogItems, catalogItemsBehaviour, request)
      const copy = await request.write(async unit => {
        const original = await findRecord(unit.db, scope, request.params.id)
        const name = request.body.name ?? copyName(original.name)
        const draft = { ...copiedValues(catalogItems, original), name, status: 'draft' }
        const created = await createRecord(unit, scope, draft)
        await copyVariants(unit, scope, original.id, created.id)
        return findRecord(unit.db, scope, created.id)
      })
      return recordAnswer(201, copy)
    },
  }),
]

export const catalogItemRoutes: Route[] = [...handWritten, ...resourceRoutes(catalogItems, catalogItemsBehaviour)]
