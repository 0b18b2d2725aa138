import { CHECK_CODES, TAKEN_CODES } from '../checks/checkCodes'
import type { Verdict } from './Inquiry'

export type SlotStatus = 'available' | 'limited' | 'full' | 'unavailable'

/** Share of the capacity below which a slot is shown as limited (domain §3.7). */
const LIMITED = 0.2

export function slotStatus({ failure, remaining, capacity }: Verdict): SlotStatus {
  if (failure < 0) return capacity > 1 && remaining <= capacity * LIMITED ? 'limited' : 'available'
  const code = CHECK_CODES[failure]
  return code && TAKEN_CODES.has(code) ? 'full' : 'unavailable'
}
