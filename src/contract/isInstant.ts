import * as z from 'zod/mini'

/** `2026-03-02T09:00:00Z`, with any offset. */
export const isInstant = (text: string): boolean =>
  // ISO 8601 has a year 0000, PostgreSQL does not.
  z.iso.datetime({ offset: true }).safeParse(text).success && !text.startsWith('0000')
