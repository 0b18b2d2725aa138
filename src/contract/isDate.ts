import * as z from 'zod/mini'

// ISO 8601 has a year 0000, PostgreSQL does not.
const hasYear = (text: string): boolean => !text.startsWith('0000')

/** Whether a text is a calendar date: `2026-03-02` is, `2026-02-30` is not. */
export const isDate = (text: string): boolean => z.iso.date().safeParse(text).success && hasYear(text)

/** `2026-03-02T09:00:00Z`, with any offset. */
export const isInstant = (text: string): boolean =>
  z.iso.datetime({ offset: true }).safeParse(text).success && hasYear(text)
