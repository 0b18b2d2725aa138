import * as subjects from './features'
import { icons } from './features/icons'
import { areas } from './features/navigation/areas'
import { texts } from './features/texts'
import { registry } from './resources'
import { effects } from './resources/effects'
import { defineProduct } from './show'

export default defineProduct({
  registry,
  effects,
  texts,
  areas,
  icons,
  loadChecks: () => import('./resources/checks'),
  subjects: Object.values(subjects),
})
