import type { DateOverride, HoursBlock, WeeklyHoursBlock } from '../schema'

/** From `startTime` to `endTime`, each `HH:mm`. */
export type HoursInput = Readonly<HoursBlock>

/** Hours on a day of the week: 1 is Monday, 7 is Sunday. */
export type WeeklyHoursInput = Readonly<WeeklyHoursBlock>

/** Hours from `startDate` to `endDate` in place of the weekly ones. Without `hours`, closed. */
export type DateOverrideInput = Readonly<
  Pick<DateOverride, 'startDate' | 'endDate'> & Partial<Omit<DateOverride, 'startDate' | 'endDate' | 'hours'>>
> & { readonly id?: string; readonly hours?: readonly HoursInput[] }

export interface ZonedHours {
  readonly timeZone: string
  /** `YYYY-MM-DD`, inclusive. */
  readonly validFrom?: string | null
  readonly validUntil?: string | null
  readonly weeklyHours: readonly WeeklyHoursInput[]
  readonly dateOverrides?: readonly DateOverrideInput[]
}
