/** More would freeze the browser. */
export const maxRows = 10_000
