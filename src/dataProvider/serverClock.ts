/** How far the clocks may differ, delays included, before it matters: milliseconds. */
const tolerated = 120_000

/** How far the server's clock is ahead of the browser's, in milliseconds; null until the first answer. */
let ahead: number | null = null

/**
 * Compares the clocks at the first answer only: device clocks may be hours off, but drift little while a page is open.
 */
export const compareClocks = (headers: Headers): void => {
  const told = Date.parse(headers.get('Date') ?? '')
  if (ahead !== null || Number.isNaN(told)) return
  const difference = told - Date.now()
  ahead = Math.abs(difference) > tolerated ? difference : 0
}

/** The server's current time in epoch milliseconds, however wrong the browser's clock is. */
export const serverNow = (): number => Date.now() + (ahead ?? 0)
