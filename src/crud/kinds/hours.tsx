import type { KindView } from './kindView'
import { laterCell } from './laterCell'

export const weeklyHours: KindView<'weeklyHours'> = {
  Cell: laterCell(async () => (await import('./hourCells')).WeeklyHoursCell),
  input: 'weeklyHours',
}

export const dateOverrides: KindView<'dateOverrides'> = {
  Cell: laterCell(async () => (await import('./hourCells')).DateOverridesCell),
  input: 'dateOverrides',
}
