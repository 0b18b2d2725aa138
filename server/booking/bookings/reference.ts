import { randomBytes } from 'node:crypto'

/** 32 signs that nobody confuses when they read them out: no 0 and O, no 1 and I. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** What people know a booking by: 8 signs, which rarely repeat in a million. */
export const newReference = (): string => Array.from(randomBytes(8), byte => signs[byte % signs.length]).join('')
