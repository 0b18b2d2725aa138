/** The most rows of one file: more would keep the browser busy for too long. */
export const maxRows = 10_000
