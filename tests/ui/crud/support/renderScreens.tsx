import { catalogueOf } from '../../../../src/crud/text/catalogueOf'
import { createI18nProvider } from '../../../../src/i18n/createI18nProvider'
import { viewsOfAll } from '../../../../src/layout/product'
import { core } from '../../../../src/pages/core'
import product from '../../../../src/product'
import { resources as productResources } from '../../../../src/resources'
import { createRegistry } from '../../../../src/schema'
import { type Options, renderWith } from './renderProduct'
import { samples } from './samples'

export { tenant } from './renderProduct'

const { effects, loadChecks, subjects = [], texts } = product
const views = viewsOfAll([core, ...subjects])
const i18nProvider = await createI18nProvider(
  'en',
  catalogueOf([...productResources, ...Object.values(samples)], texts),
)

/** The generated screens of these resources as the application shows them, for somebody with this role in Harbor Spa. */
export const renderScreens = (options: Options) => {
  // Beside the product's own, which these may refer to.
  const more = options.resources.filter(({ name }) => !productResources.some(known => known.name === name))
  return renderWith(
    { registry: createRegistry([...productResources, ...more]), views, effects, loadChecks, i18nProvider },
    options,
  )
}
