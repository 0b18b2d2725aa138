import { inLine } from '../../../serve'
import type { MemberRequest } from '../bookingScope'

/** Checking many dates takes seconds of CPU where little is free. */
export const inSeriesLine = <T>({ caller }: MemberRequest, work: () => Promise<T>): Promise<T> =>
  inLine('series', caller, work)
