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
