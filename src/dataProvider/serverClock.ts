/** Milliseconds, including delays. */
const tolerated = 120_000

/** Milliseconds; null before the first answer. */
let ahead: number | null = null

/** Reads only the first answer: clocks hardly drift. */
export const compareClocks = (headers: Headers): void => {
  const told = Date.parse(headers.get('Date') ?? '')
  if (ahead !== null || Number.isNaN(told)) return
  const difference = told - Date.now()
  ahead = Math.abs(difference) > tolerated ? difference : 0
}

/** The server's epoch milliseconds. */
export const serverNow = (): number => Date.now() + (ahead ?? 0)
