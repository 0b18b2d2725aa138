import type { ValidationErrors } from '../../../src/declare'
import { catalogItems } from '../../../src/resources/catalogItems'
import { actionsFor, type ResourceHooks } from '../../serve'
import { duplicateItem } from './duplicate'
import { missingToBook, variantsReadiness } from './readiness'

export const catalogItemsHooks: ResourceHooks = {
  actions: actionsFor(catalogItems, { duplicate: duplicateItem }),
  check: async ({ db, caller }, { before, after }): Promise<ValidationErrors> => {
    if (after.status !== 'active' || before?.status === 'active') return {}
    const missing = missingToBook(before ? await variantsReadiness(db, caller.tenant?.id ?? '', before.id) : [])
    // Without hours, nothing is offered, and `readiness` says why.
    return missing && missing !== 'hours' ? { status: { key: `validation.missing.${missing}`, args: {} } } : {}
  },
}
