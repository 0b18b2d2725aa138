/** Keeps results as long as their object lives. */
export const memoize = <K extends object, V>(workOut: (key: K) => V): ((key: K) => V) => {
  const known = new WeakMap<K, { value: V }>()
  return key => {
    let found = known.get(key)
    if (!found) {
      found = { value: workOut(key) }
      known.set(key, found)
    }
    return found.value
  }
}

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
