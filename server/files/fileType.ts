import { type FileType, fileTypes, imageTypes } from '../../src/schema'
import { officeType } from './officeType'

/** In pixels. */
export interface Detected {
  type: FileType
  width?: number
  height?: number
}

interface Pixels {
  width: number
  height: number
}

/** Limits memory: a decoded picture needs four bytes per pixel. */
export const mostPixels = { edge: 10_000, area: 25_000_000 }

const text = (bytes: Buffer, from: number, length: number): string => bytes.toString('latin1', from, from + length)

const png = (bytes: Buffer): Pixels | null => {
  if (text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 4) !== 'IHDR' || bytes.length < 33) return null
  // Bytes after the last chunk could be another file.
  let at = 8
  while (at + 12 <= bytes.length) {
    const name = text(bytes, at + 4, 4)
    at += bytes.readUInt32BE(at) + 12
    if (name === 'IEND') break
  }
  return at === bytes.length ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null
}

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const jpeg = (bytes: Buffer): Pixels | null => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++
      continue
    }
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // The pixels begin before their size is stated.
    if (marker === 0xda || marker === 0xd9) return null
    const hasLength = !(marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7))
    at += hasLength ? 2 + bytes.readUInt16BE(at + 2) : 2
  }
  return null
}

const gif = (bytes: Buffer): Pixels | null =>
  /^GIF8[79]a$/.test(text(bytes, 0, 6)) && bytes.length >= 14
    ? { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : null

const webp = (bytes: Buffer): Pixels | null => {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 4) !== 'WEBP' || bytes.length < 30) return null
  const size = bytes.readUInt32LE(4) + 8
  if (size !== bytes.length && size + 1 !== bytes.length) return null
  switch (text(bytes, 12, 4)) {
    case 'VP8 ':
      return text(bytes, 23, 3) === '\x9d\x01\x2a'
        ? { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
        : null
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

interface Box {
  name: string
  from: number
  to: number
}

const boxesIn = (bytes: Buffer, from: number, to: number): Box[] => {
  const boxes: Box[] = []
  let at = from
  while (at + 8 <= to && boxes.length < 1000) {
    const size = bytes.readUInt32BE(at)
    const end = size === 0 ? to : at + size
    // Only far larger files use sizes of 64 bits.
    if ((size !== 0 && size < 8) || end > to) break
    boxes.push({ name: text(bytes, at + 4, 4), from: at + 8, to: end })
    at = end
  }
  return boxes
}

const avif = (bytes: Buffer): Pixels | null => {
  if (bytes.length < 32 || text(bytes, 4, 4) !== 'ftyp') return null
  const outer = boxesIn(bytes, 0, bytes.length)
  const [brands] = outer
  if (brands?.name !== 'ftyp' || !/^(?:....)*avi[fs]/s.test(text(bytes, brands.from, brands.to - brands.from)))
    return null
  const inside = (boxes: Box[], name: string, skip = 0): Box[] =>
    boxes.filter(box => box.name === name).flatMap(({ from, to }) => boxesIn(bytes, from + skip, to))
  const sizes = inside(inside(inside(outer, 'meta', 4), 'iprp'), 'ipco').filter(
    ({ name, from, to }) => name === 'ispe' && to - from >= 12,
  )
  // A picture may have several parts and thumbnails.
  const found = sizes.map(({ from }) => ({ width: bytes.readUInt32BE(from + 4), height: bytes.readUInt32BE(from + 8) }))
  return found.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? null
}

const readers: Readonly<Record<keyof typeof imageTypes, (bytes: Buffer) => Pixels | null>> = {
  png,
  jpg: jpeg,
  webp,
  gif,
  avif,
}

/** Null for types that are not stored. */
export const detectType = (bytes: Buffer): Detected | null => {
  for (const [type, read] of Object.entries(readers)) {
    const pixels = read(bytes)
    if (pixels) return { type: type as FileType, ...pixels }
  }
  if (/^%PDF-\d\.\d/.test(text(bytes, 0, 8))) return { type: 'pdf' }
  const type = officeType(bytes)
  return type && { type }
}

export const isDrawable = ({ width = 0, height = 0 }: Detected): boolean =>
  width > 0 && height > 0 && Math.max(width, height) <= mostPixels.edge && width * height <= mostPixels.area

export const endingOf = (mediaType: string): string =>
  Object.entries(fileTypes).find(([, type]) => type === mediaType)?.[0] ?? 'bin'

export const isImageType = (mediaType: string): boolean => Object.values<string>(imageTypes).includes(mediaType)
