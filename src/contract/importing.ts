// See docs/importing.md.

/** Bytes of one file. */
export const maxImport = 32 * 1024 * 1024

export const importStatuses = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** These exclude another import. */
export const busyStatuses: readonly ImportStatus[] = ['checking', 'importing', 'undoing']

export const outcomes = ['create', 'update', 'unchanged', 'error', 'conflict'] as const
export type Outcome = (typeof outcomes)[number]

export const importOptions = {
  encoding: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'],
  delimiter: [',', ';', '\t', '|'],
  dateFormat: ['iso', 'dmy', 'mdy', 'ymd'],
  decimal: ['.', ','],
  blanks: ['keep', 'clear'],
  onError: ['skip_rows', 'nothing'],
  operation: ['upsert', 'create', 'update'],
} as const
type Options = { [K in keyof typeof importOptions]?: (typeof importOptions)[K][number] }

export interface ImportChanges extends Options {
  /** Fields by heading; null skips the column. */
  mapping?: Readonly<Record<string, string | null>>
  timeZone?: string
}
