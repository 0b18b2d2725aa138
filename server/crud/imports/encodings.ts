import type { importOptions } from '../../../src/contract'
import { invalidField } from '../../http/problem'

export type Encoding = (typeof importOptions.encoding)[number]

const startsWith = (bytes: Uint8Array, ...first: number[]): boolean => first.every((byte, i) => bytes[i] === byte)

const isBinary = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0x50, 0x4b, 3, 4) ||
  startsWith(bytes, 0x25, 0x50, 0x44, 0x46) ||
  startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0) ||
  startsWith(bytes, 0x1f, 0x8b)

/** By offset modulo 4. */
const countNuls = (bytes: Uint8Array): [number, number, number, number] => {
  const nuls: [number, number, number, number] = [0, 0, 0, 0]
  for (const [i, byte] of bytes.subarray(0, 4096).entries()) if (byte === 0) nuls[(i % 4) as 0]++
  return nuls
}

const hasControls = (bytes: Uint8Array): boolean => {
  const start = bytes.subarray(0, 4096)
  const controls = start.filter(byte => byte === 0x7f || (byte < 0x20 && (byte < 9 || byte > 13)))
  return controls.length > start.length / 100
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** @throws Problem `validation` at `file` if it is not text */
export const encodingOf = (bytes: Uint8Array): Encoding => {
  const refused = () => invalidField('file', 'validation.notText')
  if (isBinary(bytes)) throw refused()
  if (startsWith(bytes, 0xff, 0xfe, 0, 0) || startsWith(bytes, 0, 0, 0xfe, 0xff)) throw refused()
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  const [first, second, third, fourth] = countNuls(bytes)
  if (first + second + third + fourth > 0) {
    const [even, odd] = [first + third, second + fourth]
    // UTF-32 has them in three bytes of four, binary files anywhere.
    if (even > 0 && odd > 0) throw refused()
    return odd > even ? 'utf-16le' : 'utf-16be'
  }
  if (hasControls(bytes)) throw refused()
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: windows-1252 has no such characters
export const unknownBytes = /[\ufffd\u0000\u0081\u008d\u008f\u0090\u009d]/
