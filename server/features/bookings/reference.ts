import { randomBytes } from 'node:crypto'

/** Without the easily confused 0, O, 1 and I. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 8 characters, with rare repeats in a million. */
export const newReference = (): string => Array.from(randomBytes(8), byte => signs[byte % signs.length]).join('')
