import { hashBegin } from './sha256'

/** Hashes between pauses for the page. */
const atOnce = 500

export const solve = async (challenge: string, bits: number): Promise<string> => {
  const most = 2 ** (32 - bits)
  for (let nonce = 0; ; nonce++) {
    if (hashBegin(`${challenge}:${nonce}`) < most) return String(nonce)
    if (nonce % atOnce === atOnce - 1) await new Promise(resolve => setTimeout(resolve))
  }
}
