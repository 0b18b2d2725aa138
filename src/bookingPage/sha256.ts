const rounds = new Uint32Array(64)
const initial = new Uint32Array(8)

/** Fractional bits of prime roots (FIPS 180-4). */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0
for (let candidate = 2, found = 0; found < 64; candidate++) {
  let isPrime = true
  for (let factor = 2; factor * factor <= candidate; factor++) if (candidate % factor === 0) isPrime = false
  if (!isPrime) continue
  if (found < 8) initial[found] = fraction(candidate ** (1 / 2))
  rounds[found++] = fraction(candidate ** (1 / 3))
}

const schedule = new Uint32Array(64)

/** The first 32 bits of an ASCII text's SHA-256. `crypto.subtle` is too slow for tens of thousands. */
export const hashBegin = (text: string): number => {
  const length = text.length
  const blocks = Math.ceil((length + 9) / 64)
  const state = initial.slice()
  for (let block = 0; block < blocks; block++) {
    for (let word = 0; word < 16; word++) {
      let value = 0
      for (let byte = 0; byte < 4; byte++) {
        const at = block * 64 + word * 4 + byte
        value = (value << 8) | (at < length ? text.charCodeAt(at) : at === length ? 0x80 : 0)
      }
      schedule[word] = value
    }
    if (block === blocks - 1) schedule[15] = length * 8
    compress(state)
  }
  return state[0] ?? 0
}

const rotated = (value: number, by: number): number => (value >>> by) | (value << (32 - by))

const compress = (state: Uint32Array): void => {
  const word = (at: number): number => schedule[at] as number
  for (let at = 16; at < 64; at++) {
    const [a, b] = [word(at - 15), word(at - 2)]
    const s0 = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3)
    const s1 = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10)
    schedule[at] = word(at - 16) + s0 + word(at - 7) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let at = 0; at < 64; at++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[at] as number) + word(at)) | 0
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  const sums = [a, b, c, d, e, f, g, h]
  for (let at = 0; at < 8; at++) state[at] = (state[at] as number) + (sums[at] as number)
}
