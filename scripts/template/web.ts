import Person from '@mui/icons-material/PersonOutlined'
import { createRegistry } from 'slotwise/declare'
import { defineProduct } from 'slotwise/show'
import { resources } from './declarations'

/** The product's screens, cells and panels are its subjects. */
export default defineProduct({ registry: createRegistry(resources), icons: { person: Person } })
