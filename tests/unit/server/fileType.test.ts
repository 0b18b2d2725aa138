import { describe, expect, test } from 'vitest'
import { detectType, isDrawable, mostPixels } from '../../../server/files/fileType'
import { avif, bomb, gif, html, joined, jpeg, pdf, png, svg, webp, zip } from '../../api/http/support/fileSamples'

const typeOf = (bytes: Uint8Array) => detectType(Buffer.from(bytes))

describe('What a file is', () => {
  test.each([
    ['png', png(3, 2)],
    ['jpg', jpeg(3, 2)],
    ['gif', gif(3, 2)],
    ['webp', webp('VP8 ', 3, 2)],
    ['webp', webp('VP8L', 3, 2)],
    ['webp', webp('VP8X', 3, 2)],
  ])('is told by its bytes, with the size of a picture: %s', (type, bytes) => {
    expect(typeOf(bytes)).toEqual({ type, width: 3, height: 2 })
  })

  test('of several pictures in an AVIF, the largest counts', () => {
    expect(typeOf(avif(40_000, 2))).toEqual({ type: 'avif', width: 40_000, height: 2 })
  })

  test.each([
    ['pdf', pdf()],
    ['docx', zip({ '[Content_Types].xml': '', 'word/document.xml': '' })],
    ['xlsx', zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '' })],
    ['pptx', zip({ '[Content_Types].xml': '', 'ppt/presentation.xml': '' })],
    ['odt', zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' })],
    ['zip', zip({ 'readme.txt': 'Hello' })],
  ])('of a document is told by what is in it: %s', (type, bytes) => {
    expect(typeOf(bytes)).toEqual({ type })
  })

  test.each([
    ['a page', joined(html)],
    ['a drawing with scripts', joined(svg)],
    ['text', joined('name,price\nCut,12')],
    ['a program', joined('MZ\x90\0')],
    ['nothing', joined('')],
    ['a page that begins like a GIF', joined('GIF89a')],
    ['a page after a picture', joined(png(), html)],
    ['an archive after a picture', joined(png(), zip({ 'a.html': html }))],
    ['a page before a PDF', joined(html, pdf())],
    ['half a picture', png().slice(0, 40)],
    ['a page after a WebP', joined(webp('VP8X', 1, 1), html)],
    ['a document with macros', zip({ '[Content_Types].xml': '', 'word/vbaProject.bin': '' })],
    ['an archive whose directory lies elsewhere', joined(zip({ a: 'b' }), html)],
    ['a JPEG that never says its size', joined(Buffer.from('\xff\xd8\xff\xda\0\x08', 'latin1'), html)],
    ['an AVIF whose boxes are longer than it', joined(Buffer.from('\xff\0\0\0ftypavif', 'latin1'), html)],
  ])('is refused: %s', (_, bytes) => {
    expect(typeOf(bytes)).toBeNull()
  })

  test('that unpacks to more than a browser bears is seen before it is unpacked', () => {
    const drawable = (width: number, height: number) => isDrawable(typeOf(bomb(width, height)) ?? { type: 'png' })
    expect(drawable(5000, 5000)).toBe(true)
    expect(drawable(mostPixels.edge + 1, 1)).toBe(false)
    expect(drawable(5001, 5000)).toBe(false)
    expect(drawable(4_294_967_295, 4_294_967_295)).toBe(false)
    expect(drawable(0, 10)).toBe(false)
  })

  test('never takes long, whatever the bytes say', () => {
    for (const start of [png(), jpeg(1, 1), webp('VP8X', 1, 1), avif(1, 1), zip({ a: 'b' })]) {
      for (let at = 0; at < Math.min(start.length, 120); at++) {
        for (const value of [0, 0x7f, 0xff]) {
          const broken = Buffer.from(start)
          broken[at] = value
          expect(() => typeOf(broken)).not.toThrow()
        }
      }
    }
  })
})
