import { invalid, Problem } from '../../../serve'

/** Names the part in the path of what is wrong with it. */
export const inPart = async <T>(index: number, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const errors = error instanceof Problem ? error.options.errors : undefined
    if (!errors) throw error
    const isOfPart = (name: string) => name === 'total' || name.startsWith('answers.')
    const named = Object.entries(errors).map(([name, said]) => [isOfPart(name) ? `parts.${index}.${name}` : name, said])
    throw invalid(Object.fromEntries(named), error)
  }
}
