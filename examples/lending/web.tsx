import Category from '@mui/icons-material/CategoryOutlined'
import Handyman from '@mui/icons-material/HandymanOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import Swap from '@mui/icons-material/SwapHorizOutlined'
import { createRegistry } from 'slotwise/declare'
import { defineProduct } from 'slotwise/show'
import { resources } from './declarations'
import { checks } from './texts'

export default defineProduct({
  registry: createRegistry(resources),
  icons: { category: Category, handyman: Handyman, person: Person, swap: Swap },
  texts: { english: checks, translations: { de: async () => (await import('./german')).german } },
})
