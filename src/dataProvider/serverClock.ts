/** Milliseconds, with delays. */
const tolerated = 120_000

/** Milliseconds that the server's clock is ahead of the browser's; null until the first answer. */
let ahead: number | null = null

/** Reads only the first answer: devices may be hours off, but drift little while a page is open. */
export const compareClocks = (headers: Headers): void => {
  const told = Date.parse(headers.get('Date') ?? '')
  if (ahead !== null || Number.isNaN(told)) return
  const difference = told - Date.now()
  ahead = Math.abs(difference) > tolerated ? difference : 0
}

/** Epoch milliseconds by the server's clock. */
export const serverNow = (): number => Date.now() + (ahead ?? 0)
