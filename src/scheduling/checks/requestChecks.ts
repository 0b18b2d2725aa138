import type { RequestCheck } from './Check'
import { channelInactive } from './channelInactive'
import { channelNotSelling } from './channelNotSelling'
import type { CheckCode } from './checkCodes'
import { customerBlocked } from './customerBlocked'
import { inPast } from './inPast'
import { itemInactive } from './itemInactive'
import { noActiveResource } from './noActiveResource'
import { quantityOutOfRange } from './quantityOutOfRange'
import { tenantInactive } from './tenantInactive'
import { variantInactive } from './variantInactive'

/** The checks of the request as a whole, in reporting order; only `inPast` depends on the start. */
export const requestChecks: readonly RequestCheck[] = [
  tenantInactive,
  itemInactive,
  variantInactive,
  channelInactive,
  channelNotSelling,
  quantityOutOfRange,
  noActiveResource,
  inPast,
  customerBlocked,
]

const REQUEST_CODES: ReadonlySet<CheckCode> = new Set(requestChecks.map(({ code }) => code))

/** Is the code about the request as a whole, not about one resource? */
export function isRequestCode(code: CheckCode): boolean {
  return REQUEST_CODES.has(code)
}
