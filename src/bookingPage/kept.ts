/** What the browser does not keep, as it may not for a page in a frame: it is lost with the page, and only then. */
const unkept = new Map<string, unknown>()

/** Keeps a value for this tab, or else for this page. */
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
