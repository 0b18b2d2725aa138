import type { KindView } from './kindView'
import { laterCell } from './laterCell'

export const image: KindView<'image'> = {
  Cell: laterCell(async () => (await import('./fileCells')).ImageCell),
  input: 'image',
}

export const file: KindView<'file'> = {
  Cell: laterCell(async () => (await import('./fileCells')).FileCell),
  input: 'file',
}
