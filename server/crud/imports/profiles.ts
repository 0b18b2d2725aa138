import { folded } from './cells'

export interface FileProfile {
  name: string
  /** Fields by heading. Only the product's files have all of these headings. */
  columns: Readonly<Record<string, string>>
  known?: readonly string[]
  /** Replacements for a row's cells, by heading. Must be idempotent, since refused rows return as a file. */
  rewrite?: (cell: (heading: string) => string) => Readonly<Record<string, string>>
}

export const profileOf = (
  profiles: readonly FileProfile[] = [],
  headers: readonly string[],
): FileProfile | undefined => {
  const has = new Set(headers.map(folded))
  return profiles.find(({ columns, known = [] }) =>
    [...Object.keys(columns), ...known].every(name => has.has(folded(name))),
  )
}

export const rewritten = (
  profile: FileProfile | undefined,
  headers: readonly string[],
  cells: readonly string[],
): readonly string[] => {
  if (!profile?.rewrite) return cells
  const places = headers.map(folded)
  const given = profile.rewrite(heading => (cells[places.indexOf(folded(heading))] ?? '').trim())
  const own = new Map(Object.entries(given).map(([heading, cell]) => [folded(heading), cell]))
  const row = places.map((place, index) => own.get(place) ?? cells[index] ?? '')
  return [...row, ...cells.slice(headers.length)]
}

export const fieldIn = ({ columns }: FileProfile, header: string): string | undefined =>
  Object.entries(columns).find(([heading]) => folded(heading) === folded(header))?.[1]
