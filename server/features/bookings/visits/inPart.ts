import { invalid, Problem } from '../../../serve'

const renamed = async <T>(rename: (name: string) => string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem) || !error.options.errors) throw error
    const errors = Object.fromEntries(Object.entries(error.options.errors).map(([name, said]) => [rename(name), said]))
    throw error.kind === 'validation'
      ? invalid(errors, error)
      : new Problem(error.kind, error.message, { ...error.options, errors, cause: error })
  }
}

/** Adds the part to the paths of errors. */
export const inPart = <T>(index: number, work: () => T | Promise<T>): Promise<T> =>
  renamed(name => (name === 'total' || name.startsWith('answers.') ? `parts.${index}.${name}` : name), work)

export const inOnlyPart = <T>(work: () => T | Promise<T>): Promise<T> =>
  renamed(name => name.replace(/^parts\.0\./, ''), work)
