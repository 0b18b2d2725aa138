/** For `Intl` formatters, which are slow to construct. */
export const memoized = <A extends unknown[], T>(make: (...args: A) => T): ((...args: A) => T) => {
  const made = new Map<string, T>()
  return (...args) => {
    const key = JSON.stringify(args)
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(...args)
    made.set(key, value)
    return value
  }
}
