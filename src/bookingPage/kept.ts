/** Keeps a value for this tab, where the browser lets a page in a frame do so. */
export const keep = (name: string, value: unknown): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // What was typed is then lost with the page, and only then.
  }
}

export const kept = <T>(name: string): T | null => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null
  } catch {
    return null
  }
}
