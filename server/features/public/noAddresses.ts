import type { ValidationErrors } from '../../../src/declare'

/** Often without a space after the dot. */
const titles = new Set(['dr', 'prof', 'st', 'mr', 'mrs', 'ms', 'fr', 'hr', 'dipl', 'ing', 'mag', 'med', 'rev'])

/** Mail programs ignore invisible characters and treat every kind of dot alike. */
const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u3002\uff0e\uff61\u2024]/g, '.')

/** `J.R.R.Tolkien`, `Dr.Müller` */
const isName = (labels: readonly string[], last: string): boolean => {
  const isInitials = labels.every(label => /^\p{L}$/u.test(label)) && /^\p{Lu}/u.test(last)
  return last.length > 2 && (isInitials || labels.every(label => titles.has(label.toLowerCase())))
}

export const hasAddress = (text: string): boolean => {
  const read = asRead(text)
  if (/:\/\/|\bwww\.|\b\d{1,3}(\.\d{1,3}){3}\b/i.test(read)) return true
  const domains = read.matchAll(/((?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+)(\p{L}[\p{L}\p{M}]+)(?=(\/?))/gu)
  return Array.from(domains).some(([, before = '', last = '', slash]) => {
    const labels = before.split('.').filter(Boolean)
    return slash === '/' || !isName(labels, last)
  })
}

/** Visitors type these, and mails turn addresses into links. */
export const addressesIn = (typed: Readonly<Record<string, unknown>>): ValidationErrors =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) =>
      typeof text === 'string' && hasAddress(text)
        ? [[name, { key: 'validation.noAddresses', args: {} } as const]]
        : [],
    ),
  )
