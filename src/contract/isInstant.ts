import * as z from 'zod/mini'

const datetime = /* @__PURE__ */ z.iso.datetime({ offset: true })

/** `2026-03-02T09:00:00Z`, with any offset. */
export const isInstant = (text: string): boolean =>
  // ISO 8601 has a year 0000, PostgreSQL does not.
  datetime.safeParse(text).success && !text.startsWith('0000')
