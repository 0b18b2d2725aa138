import { resourceMessages } from './crud'
import * as subjects from './features'
import { icons } from './features/icons'
import { areas } from './features/navigation/areas'
import { productCatalogue } from './i18n/productCatalogue'
import { defineProduct } from './layout/product'
import { registry } from './resources'
import { effects } from './resources/effects'

/** The web application of a booking business. */
export default defineProduct({
  registry,
  effects,
  catalogue: productCatalogue(resourceMessages(registry.all)),
  areas,
  icons,
  loadChecks: () => import('./resources/checks'),
  subjects: Object.values(subjects),
})
