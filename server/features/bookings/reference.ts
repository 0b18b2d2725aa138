import { randomBytes } from 'node:crypto'

/** 32 characters that are hard to confuse: no 0, O, 1 or I. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A booking's public reference: 8 characters, with rare repeats in a million. */
export const newReference = (): string => Array.from(randomBytes(8), byte => signs[byte % signs.length]).join('')
