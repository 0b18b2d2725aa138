/** What a process that tries mutants is told. */
export interface Mutated {
  /** By path: the file with all of its mutants. */
  files: Readonly<Record<string, string>>
  tests: readonly string[]
  /** Of the mutants, those that this process tries. */
  ids: readonly string[]
  /** A file of lines, each with a mutant's id and what is known of it. */
  found: string
}

export const mutated: Mutated = JSON.parse(process.env.MUTANTS ?? '{}')
