import type { DescribeEntry } from '../../show'

/** Its bookings tell more. */
export const describeVisitEntry: DescribeEntry = () => ({ lines: [], told: ['icalSequence', 'reference'] })
