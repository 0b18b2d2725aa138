/**
 * In server and palette. The database finds candidates by the same folding (`search_words` in
 * server/db/migrations/0011_search.sql).
 */

/** Best first. `similar` loses 0.05 per edit. */
export const tiers = { exact: 1, prefix: 0.9, word: 0.8, contains: 0.6, similar: 0.5 } as const
export type Tier = keyof typeof tiers

const letters: Readonly<Record<string, string>> = { æ: 'a', œ: 'o', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ς: 'σ' }

/** Lower case, no diacritics, single spaces: `Müller`, `Mueller` and `muller` are alike. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[æœøłđðıς]/g, letter => letters[letter] ?? '')
    .replace(/['’]/g, '')
    .replaceAll('ß', 'ss')
    .replace(/ae/g, 'a')
    .replace(/oe/g, 'o')
    .replace(/ue/g, 'u')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the same ranges as in SQL
    .replace(/[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+/g, ' ')
    .trim()

export interface Sought {
  /** Folded. */
  text: string
  words: readonly string[]
  /** A telephone number's digits without leading zeros. */
  digits: string | null
}

const fewestDigits = 4

export const soughtIn = (typed: string): Sought => {
  const text = folded(typed)
  const digits = /^[\d\s()+./-]+$/.test(typed) ? typed.replace(/\D/g, '').replace(/^0+/, '') : ''
  return { text, words: text.split(' ').filter(Boolean), digits: digits.length < fewestDigits ? null : digits }
}

export interface RankedField {
  name: string
  value: string
  isPhone?: boolean
}

export interface Rank {
  field: string
  tier: Tier
  score: number
}

/** Added, removed, replaced or swapped letters. Infinity above `most`. */
const editsBetween = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
    }
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY
    before = last
    last = row
  }
  const edits = last[b.length] ?? 0
  return edits > most ? Number.POSITIVE_INFINITY : edits
}

/** None in numbers: a country's telephone numbers are all alike. */
const allowedEdits = (word: string): number => (/\d/.test(word) ? 0 : word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0)

/** Country codes have up to three digits. */
const phoneTier = (number: string, digits: string): Tier | null => {
  for (let code = 0; code < 4; code++) {
    if (number.slice(code) === digits) return 'exact'
    if (number.startsWith(digits, code)) return 'prefix'
  }
  return number.includes(digits) ? 'contains' : null
}

const fieldTier = ({ value, isPhone }: RankedField, { text, digits }: Sought): Tier | null => {
  if (isPhone) return digits === null ? null : phoneTier(value.replace(/\D/g, ''), digits)
  const own = folded(value)
  if (own === text) return 'exact'
  if (own.startsWith(text)) return 'prefix'
  return text.length >= 3 && own.includes(text) ? 'contains' : null
}

const better = (a: Rank | null, b: Rank | null): Rank | null => (b && (!a || b.score > a.score) ? b : a)

export const rank = (sought: Sought, fields: readonly RankedField[], weight = 1): Rank | null => {
  if (sought.words.length === 0) return null
  const ranked = (field: string, tier: Tier, edits = 0): Rank => ({
    field,
    tier,
    score: Math.round((tiers[tier] - 0.05 * edits) * weight * 10_000) / 10_000,
  })
  let best: Rank | null = null
  for (const field of fields) {
    const tier = fieldTier(field, sought)
    if (tier) best = better(best, ranked(field.name, tier))
  }
  if (best && best.tier !== 'contains') return best

  const words = fields
    .filter(({ isPhone }) => !isPhone)
    .flatMap(({ name, value }) =>
      folded(value)
        .split(' ')
        .map(word => ({ name, word })),
    )
  let edits = 0
  let field: string | undefined
  for (const wanted of sought.words) {
    let nearest = words.find(({ word }) => word.startsWith(wanted))
    if (!nearest) {
      let least = Number.POSITIVE_INFINITY
      for (const each of words) {
        const distance = editsBetween(wanted, each.word, Math.min(allowedEdits(wanted), least - 1))
        if (distance < least) [least, nearest] = [distance, each]
      }
      edits += least
    }
    if (!nearest) return best
    field ??= nearest.name
  }
  return better(best, ranked(field ?? '', edits > 0 ? 'similar' : 'word', edits))
}
