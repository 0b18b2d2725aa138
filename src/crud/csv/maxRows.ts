/** More rows would keep the browser busy for too long. */
export const maxRows = 10_000
