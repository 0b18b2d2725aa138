import type { Business } from './business'
import { cityCourts } from './cityCourts'
import { harborSpa } from './harborSpa'

/** Two realistic businesses, as of a local date. */
export const businessesOn = (today: string): Business[] => [harborSpa(today), cityCourts(today)]
