import { keep, kept } from './kept'
import { type Typed, typedKey } from './typed'

const isField = (name: string): boolean =>
  ['name', 'email', 'phone', 'notes'].includes(name) || name.startsWith('answers.')

/** What an address says of whoever books: after `?`, or after `#`, where no server sees it. */
export const prefillIn = ({ search, hash }: Pick<URL, 'search' | 'hash'>): Typed => {
  const given = [...new URLSearchParams(search), ...new URLSearchParams(hash.slice(1))]
  return Object.fromEntries(
    given
      .filter(([name]) => isField(name))
      .map(([name, value]) => [name, value === 'true' ? true : value.slice(0, 5000)]),
  )
}

/** Fills in what the page's address says, beside what was typed already, and takes it out of the address. */
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
