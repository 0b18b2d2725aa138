import type { KindView } from './kindView'
import { laterCell } from './laterCell'

export const geo: KindView<'geo'> = {
  Cell: laterCell(async () => (await import('./laterCells')).GeoCell),
  input: 'geo',
}
