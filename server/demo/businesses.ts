import type { Business } from './business'
import { cityCourts } from './cityCourts'
import { harborSpa } from './harborSpa'

/** Two believable businesses, the demo data of architecture.md §5. */
export const businesses: readonly Business[] = [harborSpa, cityCourts]
