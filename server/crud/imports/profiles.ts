import { folded } from './cells'

/** How the files of another product are read. */
export interface FileProfile {
  /** The product’s name. */
  name: string
  /** What columns fill, by heading. A file that has all of these headings is one of the product’s. */
  columns: Readonly<Record<string, string>>
  /** Headings beside these that only its files have. */
  known?: readonly string[]
  /**
   * Cells to read in place of a row’s own, by heading, such as a name out of two. Rewriting a rewritten row changes
   * nothing: refused rows come back as a file.
   */
  rewrite?: (cell: (heading: string) => string) => Readonly<Record<string, string>>
}

/** The product whose file has these headings; undefined if none is known. */
export const profileOf = (
  profiles: readonly FileProfile[] = [],
  headers: readonly string[],
): FileProfile | undefined => {
  const has = new Set(headers.map(folded))
  return profiles.find(({ columns, known = [] }) =>
    [...Object.keys(columns), ...known].every(name => has.has(folded(name))),
  )
}

/** A row as its product means it. */
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

/** The field that a product’s column fills. */
export const fieldIn = ({ columns }: FileProfile, header: string): string | undefined =>
  Object.entries(columns).find(([heading]) => folded(heading) === folded(header))?.[1]
