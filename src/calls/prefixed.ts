import { InvalidBody } from '../declare'

export const prefixed = <T>(path: string, read: () => T): T => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof InvalidBody)) throw error
    throw new InvalidBody(
      Object.fromEntries(Object.entries(error.errors).map(([name, message]) => [`${path}.${name}`, message])),
    )
  }
}
