import { randomBytes } from 'node:crypto'

/** Without 0, O, 1 and I. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const isReference = (text: string): boolean => text.length === 8 && [...text].every(sign => signs.includes(sign))

export const newReference = (): string => Array.from(randomBytes(8), byte => signs[byte % signs.length]).join('')
