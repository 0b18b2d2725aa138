import type { Business } from './business'
import { cityCourts } from './cityCourts'
import { harborSpa } from './harborSpa'

/** Two believable businesses, the demo data of architecture.md §5, as they are on a local date. */
export const businessesOn = (today: string): Business[] => [harborSpa(today), cityCourts(today)]
