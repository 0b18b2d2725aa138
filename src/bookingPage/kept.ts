/** Frames may refuse to store. */
const unkept = new Map<string, unknown>()

export const keep = (name: string, value: unknown): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
    unkept.delete(name)
  } catch {
    unkept.set(name, value)
  }
}

export const kept = <T>(name: string): T | null => {
  if (unkept.has(name)) return unkept.get(name) as T | null
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null
  } catch {
    return null
  }
}
