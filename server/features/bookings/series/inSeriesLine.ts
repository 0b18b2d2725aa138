import { inLine } from '../../../serve'
import type { MemberRequest } from '../bookingScope'

/** Checking many dates can take seconds of CPU. */
export const inSeriesLine = <T>({ caller }: MemberRequest, work: () => Promise<T>): Promise<T> =>
  inLine('series', caller, work)
