import type { Business } from './business'
import { cityCourts } from './cityCourts'
import { harborSpa } from './harborSpa'

export const businessesOn = (today: string): Business[] => [harborSpa(today), cityCourts(today)]
