import { inLine } from '../../../http/oneAtATime'
import type { MemberRequest } from '../bookingScope'

/** Runs what judges many dates when it is the tenant's turn: it takes a processor for seconds where little is free. */
export const inSeriesLine = <T>({ caller }: MemberRequest, work: () => Promise<T>): Promise<T> =>
  inLine(`series ${caller.tenant.id}`, work)
