import type { Snapshot, VariantInput } from '../../../src/scheduling'
import { resource, schedule, snapshotWith, variant, week } from './fixture'

/** docs/domain.md#phases: Anna and Ben are stylists, K is a chair; all are open Monday to Friday, 09:00 to 12:00. */
export const MON = '2026-03-02'

export const frees = (minutes: number, ...types: string[]) => ({ minutes, frees: types })

export const service = (id: string, durationMinutes: number, over: Partial<VariantInput> = {}, by = ['Anna', 'Ben']) =>
  variant({ id, name: id, durationMinutes, slotIntervalMinutes: 15, ...over }, by)

export const colour = (over: Partial<VariantInput> = {}) =>
  service(
    'Colour',
    105,
    { phases: [frees(45), frees(30, 'Stylist'), frees(30)], resourceSelection: 'one_per_type', ...over },
    ['Anna', 'K'],
  )
export const cut = (over: Partial<VariantInput> = {}) => service('Cut', 30, over)

export const salon = (over: Partial<Snapshot> = {}): Snapshot =>
  snapshotWith({
    schedules: [schedule({ weeklyHours: week([1, 2, 3, 4, 5], '09:00', '12:00') })],
    resources: [
      resource('Anna', { resourceTypeId: 'Stylist', isPerson: true }),
      resource('Ben', { resourceTypeId: 'Stylist', isPerson: true }),
      resource('K', { resourceTypeId: 'Chair' }),
    ],
    variants: [colour(), cut()],
    ...over,
  })

export const local = (instant: string | number, timeZone = 'Europe/Berlin') =>
  new Date(instant).toLocaleTimeString('de-DE', { timeZone, hour: '2-digit', minute: '2-digit' })
