import Person from '@mui/icons-material/PersonOutlined'
import { createRegistry } from 'slotwise/declare'
import { defineProduct } from 'slotwise/show'
import { resources } from './declarations'

/** Screens, cells and panels of the product's own are its subjects. */
export default defineProduct({ registry: createRegistry(resources), icons: { person: Person } })
