import type { Bucket, Dimension, Period, Sum, Sums } from '../../../src/reports'
import { isTime } from '../../../src/reports'
import type { MemberRequest } from '../bookings/bookingScope'

export type Key = string | number

export interface Filters {
  resourceId: string[] | undefined
  resourceTypeId: string[] | undefined
  catalogItemId: string[] | undefined
  variantId: string[] | undefined
  channelId: string[] | undefined
  source: string[] | undefined
}

export interface Question {
  request: MemberRequest
  filters: Filters
  by: readonly Dimension[]
  needs: readonly Sum[]
  period: Period
  /** Epoch milliseconds. */
  from: number
  to: number
  buckets: readonly Pick<Bucket, 'from' | 'to'>[]
}

export interface TableRow {
  bucket: number
  keys: readonly Key[]
  sums: Sums
}

export interface Table {
  rows: readonly TableRow[]
  total: Sums
}

export const otherThanTime = (by: readonly Dimension[]): Dimension[] => by.filter(name => !isTime(name))
