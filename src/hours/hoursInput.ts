import type { DateOverride, HoursBlock, WeeklyHoursBlock } from '../schema'

export type HoursInput = Readonly<HoursBlock>

export type WeeklyHoursInput = Readonly<WeeklyHoursBlock>

/** Without `hours` the dates are closed; by default they do not repeat and have no label. */
export type DateOverrideInput = Readonly<
  Pick<DateOverride, 'startDate' | 'endDate'> & Partial<Omit<DateOverride, 'startDate' | 'endDate' | 'hours'>>
> & { readonly id?: string; readonly hours?: readonly HoursInput[] }

export interface ZonedHours {
  readonly timeZone: string
  /** `YYYY-MM-DD`, both included. */
  readonly validFrom?: string | null
  readonly validUntil?: string | null
  readonly weeklyHours: readonly WeeklyHoursInput[]
  readonly dateOverrides?: readonly DateOverrideInput[]
}
