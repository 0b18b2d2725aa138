/** In milliseconds, delays included. */
const tolerated = 120_000

/** The server's clock minus the browser's, in milliseconds; null until the first answer. */
let ahead: number | null = null

/** Only at the first answer: device clocks may be hours off, but drift little while a page is open. */
export const compareClocks = (headers: Headers): void => {
  const told = Date.parse(headers.get('Date') ?? '')
  if (ahead !== null || Number.isNaN(told)) return
  const difference = told - Date.now()
  ahead = Math.abs(difference) > tolerated ? difference : 0
}

/** The server's time in epoch milliseconds, whatever the browser's clock says. */
export const serverNow = (): number => Date.now() + (ahead ?? 0)
