import { slotwise } from './scripts/vite/slotwise'
import product from './slotwise.config'

export default { plugins: slotwise(product) }
