import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]

/** x from 0 to the picture's width, y from 0 to 1, downwards. */
type Shape = (x: number, y: number) => boolean

export interface Drawing {
  ratio: number
  background: readonly [top: string, bottom: string]
  shapes: readonly (readonly [color: string, shape: Shape])[]
}

export const ellipse =
  (centerX: number, centerY: number, radiusX: number, radiusY = radiusX): Shape =>
  (x, y) =>
    ((x - centerX) / radiusX) ** 2 + ((y - centerY) / radiusY) ** 2 <= 1

export const box =
  (left: number, top: number, right: number, bottom: number): Shape =>
  (x, y) =>
    x >= left && x <= right && y >= top && y <= bottom

export const wave =
  (level: number, height: number, length: number, shift = 0): Shape =>
  (x, y) =>
    y >= level + height * Math.sin(((x - shift) / length) * 2 * Math.PI)

const colorOf = (hex: string): Color => {
  const number = Number.parseInt(hex.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Per pixel and direction, for smooth edges. */
const samples = 2

const mixed = ([r, g, b]: Color, [red, green, blue]: Color, share: number): Color => [
  r + (red - r) * share,
  g + (green - g) * share,
  b + (blue - b) * share,
]

export const toPng = ({ ratio, background, shapes }: Drawing, height: number): Buffer => {
  const width = Math.round(height * ratio)
  const [top, bottom] = background.map(colorOf) as [Color, Color]
  const painted = shapes.map(([color, shape]) => [colorOf(color), shape] as const).reverse()
  const colorAt = (x: number, y: number): Color =>
    painted.find(([, shape]) => shape(x, y))?.[0] ?? mixed(top, bottom, y)
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const sum = [0, 0, 0]
      for (let sample = 0; sample < samples ** 2; sample += 1) {
        const x = column + ((sample % samples) + 0.5) / samples
        const y = row + (Math.floor(sample / samples) + 0.5) / samples
        colorAt(x / height, y / height).forEach((value, part) => {
          sum[part] = (sum[part] ?? 0) + value
        })
      }
      sum.forEach((value, part) => {
        rows[row * (1 + width * 3) + 1 + column * 3 + part] = Math.round(value / samples ** 2)
      })
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per color; PNG has a single method for everything else.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
