import type { KindView } from './kindView'
import { laterCell } from './laterCell'

export const group: KindView<'group'> = {
  Cell: laterCell(async () => (await import('./structureCells')).StructureCell),
  input: 'group',
}

export const items: KindView<'items'> = {
  Cell: laterCell(async () => (await import('./structureCells')).ItemsCell),
  input: 'items',
}

export const typed: KindView<'typed'> = {
  Cell: laterCell(async () => (await import('./structureCells')).TypedCell),
  input: 'typed',
}

/** Written by programs only. */
export const metadata: KindView<'metadata'> = {
  Cell: laterCell(async () => (await import('./laterCells')).MetadataCell),
  input: 'none',
}
