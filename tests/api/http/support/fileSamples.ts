import { crc32, deflateSync } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

const bytes = (...parts: (Buffer | string)[]): Bytes =>
  new Uint8Array(Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))

const int = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name), data])
  return Buffer.concat([int(data.length), body, int(crc32(body))])
}

const signature = '\x89PNG\r\n\x1a\n'
const header = (width: number, height: number) =>
  chunk('IHDR', Buffer.concat([int(width), int(height), Buffer.from([8, 0, 0, 0, 0])]))

/** A grey picture that any browser draws; `text` is a comment in it. */
export const png = (width = 1, height = 1, text = ''): Bytes =>
  bytes(
    signature,
    header(width, height),
    ...(text ? [chunk('tEXt', Buffer.from(`Comment\0${text}`))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  )

/** The same few bytes, whatever size the picture claims to have. */
export const bomb = (width: number, height: number): Bytes =>
  bytes(signature, header(width, height), chunk('IDAT', deflateSync(Buffer.alloc(10))), chunk('IEND', Buffer.alloc(0)))

export const gif = (width: number, height: number): Bytes => {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  return bytes('GIF89a', size, '\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;')
}

/** The head of a JPEG: what a camera writes first, then the size, then no pixels. */
export const jpeg = (width: number, height: number): Bytes => {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  return bytes(
    '\xff\xd8\xff\xe1\0\x08Exif\0\0\xff\xc4\0\x03\0\xff\xc2\0\x0b\x08',
    size,
    '\x01\x01\x11\0\xff\xda\0\x08\x01\x01\0\0?\0\0\xff\xd9',
  )
}

const riff = (body: Buffer): Bytes => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length + 4)
  return bytes('RIFF', size, 'WEBP', body)
}

export const webp = (kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Bytes => {
  const body = Buffer.alloc(24)
  body.write(kind, 0, 'latin1')
  body.writeUInt32LE(16, 4)
  if (kind === 'VP8 ') {
    body.write('\x9d\x01\x2a', 11, 'latin1')
    body.writeUInt16LE(width, 14)
    body.writeUInt16LE(height, 16)
  } else if (kind === 'VP8L') {
    body[8] = 0x2f
    body.writeUInt32LE((width - 1) | ((height - 1) << 14), 9)
  } else {
    body.writeUIntLE(width - 1, 12, 3)
    body.writeUIntLE(height - 1, 15, 3)
  }
  return riff(body)
}

const box = (name: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.from(bytes(...parts))
  return Buffer.concat([int(body.length + 8), Buffer.from(name), body])
}

/** An AVIF with a small picture beside the one of this size. */
export const avif = (width: number, height: number): Bytes => {
  const size = (w: number, h: number) => box('ispe', int(0), int(w), int(h))
  return bytes(
    box('ftyp', 'mif1', int(0), 'mif1avif'),
    box('meta', int(0), box('iprp', box('ipco', size(16, 16), size(width, height)))),
    box('mdat', 'pixels'),
  )
}

export const pdf = (): Bytes => bytes('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

/** A ZIP archive of stored entries. */
export const zip = (entries: Readonly<Record<string, string>>): Bytes => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const [names, data] = [Buffer.from(name), Buffer.from(text)]
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt32LE(crc32(data), 10)
    about.writeUInt32LE(data.length, 14)
    about.writeUInt32LE(data.length, 18)
    about.writeUInt16LE(names.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, names, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, rest, names]))
    parts.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return bytes(...parts, listed, end)
}

export const joined = (...parts: (Uint8Array | string)[]): Bytes =>
  bytes(...parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

export const html = '<!doctype html><script>alert(document.domain)</script>'
export const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
