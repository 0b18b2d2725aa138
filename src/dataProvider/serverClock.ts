/** What a clock may be wrong by, and answers may take, before it matters: in milliseconds. */
const tolerated = 120_000

/** What the server's clock is ahead of the browser's, in milliseconds; null until an answer has told. */
let ahead: number | null = null

/** Compares the clocks once, at the first answer: devices are off by hours, but do not drift by minutes while a page is open. */
export const compareClocks = (headers: Headers): void => {
  const told = Date.parse(headers.get('Date') ?? '')
  if (ahead !== null || Number.isNaN(told)) return
  const difference = told - Date.now()
  ahead = Math.abs(difference) > tolerated ? difference : 0
}

/** What time it is for the server, in epoch milliseconds, however wrong the browser's clock is. */
export const serverNow = (): number => Date.now() + (ahead ?? 0)
