import { calls } from '../../../src/calls'
import { englishText } from '../../../src/declare'
import { catalogItems } from '../../../src/resources/catalogItems'
import { findRecord, implement, scopeOf } from '../../serve'
import { catalogItemsHooks } from './catalogItemsHooks'
import { missingToBook, type VariantReadiness, variantsReadiness } from './readiness'

type Missing = 'variant' | 'resource' | 'hours' | 'status'

const missingEntry = (code: Missing, variant?: VariantReadiness) => ({
  code,
  text: englishText({ key: `validation.missing.${code}`, args: {} }),
  ...(variant && { variantId: variant.id, variantName: variant.name }),
})

const readinessOf = (isActive: boolean, found: readonly VariantReadiness[]) => ({
  isBookable: isActive && missingToBook(found) === null,
  missing: [
    ...(found.length === 0 ? [missingEntry('variant')] : []),
    ...found.flatMap(variant => (variant.missing ? [missingEntry(variant.missing, variant)] : [])),
    ...(isActive ? [] : [missingEntry('status')]),
  ],
})

export const catalogItemRoutes = [
  implement(calls.catalog.readiness, request =>
    request.read(async db => {
      const item = await findRecord(db, scopeOf(catalogItems, catalogItemsHooks, request), request.params.id)
      const found = await variantsReadiness(db, request.caller.tenant.id, item.id)
      return readinessOf(item.status === 'active', found)
    }),
  ),
]
