import { keep, kept } from './kept'
import { type Typed, typedKey } from './typed'

const isField = (name: string): boolean =>
  ['name', 'email', 'phone', 'notes'].includes(name) || name.startsWith('answers.')

/** No server sees the values after `#`. */
export const prefillIn = ({ search, hash }: Pick<URL, 'search' | 'hash'>): Typed => {
  const given = [...new URLSearchParams(search), ...new URLSearchParams(hash.slice(1))]
  return Object.fromEntries(
    given
      .filter(([name]) => isField(name))
      .map(([name, value]) => [name, value === 'true' ? true : value.slice(0, 5000)]),
  )
}

/** Typed values win. */
export const prefill = (business: string): void => {
  const given = prefillIn(location)
  const names = Object.keys(given)
  if (names.length === 0) return
  keep(typedKey(business), { ...given, ...kept<Typed>(typedKey(business)) })
  const url = new URL(location.href)
  for (const name of names) url.searchParams.delete(name)
  url.hash = ''
  history.replaceState(history.state, '', url)
}
