import type { KindView } from './kindView'
import { laterCell } from './laterCell'

export const geo: KindView<'geo'> = {
  Cell: laterCell(async () => (await import('./seldomCells')).GeoCell),
  input: 'geo',
}
