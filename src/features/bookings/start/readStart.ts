import { readDate, readTime } from '../../../show'

export interface ReadStart {
  isBooking: boolean
  /** `YYYY-MM-DD` */
  date: string | null
  /** `HH:mm` */
  time: string | null
  /** The other words may name a customer and a service. */
  names: readonly string[]
}

interface Words {
  /** `new booking`, in lower case. */
  starts: readonly string[]
  /** Before names: `for`. */
  fillers: readonly string[]
  /** Before times: `at`. */
  atTimes: readonly string[]
}

const longestDate = 3

/** A short number after a date is the hour, not the year. */
const dateIn = (words: readonly string[], locale: string, today: string) => {
  for (let length = longestDate; length > 0; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const written = words.slice(at, at + length).join(' ')
      const isTold =
        length === 3 ? /\b\d{4}\b/.test(written) : /\p{L}/u.test(written) || /^\d+[./-]\d[^ ]*$/.test(written)
      const date = isTold ? readDate(written, locale, today) : undefined
      if (date) return { date, at, length }
    }
  return null
}

/** A bare hour counts beside a date or after `at`. */
const timeIn = (words: readonly string[], hasDate: boolean, atTimes: readonly string[]) => {
  for (const length of [2, 1])
    for (let at = 0; at + length <= words.length; at++) {
      const written = words.slice(at, at + length).join(' ')
      const isTold = /:|[ap]\.?m/i.test(written) || hasDate || atTimes.includes(words[at - 1] ?? '')
      const time = isTold && !/^\d{3,}$/.test(written) ? readTime(written) : undefined
      if (time) return { time, at, length }
    }
  return null
}

/**
 * Reads `New booking for Ann tomorrow 10`.
 * @param today `YYYY-MM-DD`
 */
export const readStart = (
  typed: string,
  { starts, fillers, atTimes }: Words,
  { locale, today }: { locale: string; today: string },
): ReadStart => {
  const text = typed.trim().toLowerCase()
  const start = starts.find(each => text === each || text.startsWith(`${each} `))
  const given = typed
    .trim()
    .slice(start?.length ?? 0)
    .trim()
    .split(/\s+/)
    .filter(Boolean)
  const date = dateIn(given, locale, today)
  const words = date ? given.toSpliced(date.at, date.length) : given
  const time = timeIn(
    words.map(word => word.toLowerCase()),
    date !== null,
    atTimes,
  )
  const left = time ? words.toSpliced(time.at, time.length) : words
  return {
    isBooking: start !== undefined,
    date: date?.date ?? null,
    time: time?.time ?? null,
    names: left.filter(word => !fillers.includes(word.toLowerCase()) && !atTimes.includes(word.toLowerCase())),
  }
}
