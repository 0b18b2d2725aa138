import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { linesOf } from '../../../server/db/lines'

const read = async (chunks: readonly Buffer[]): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of linesOf(Readable.from(chunks))) lines.push(line)
  return lines
}

it('gives lines wherever chunks end, and none without its end', async () => {
  const bytes = Buffer.from('eins\n\nzwölf\ncut')
  for (let size = 1; size <= bytes.length; size++) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    expect(await read(chunks)).toEqual(['eins', '', 'zwölf'])
  }
})

it('reads no line without an end into the memory', async () => {
  const chunk = Buffer.alloc(8 * 1024 * 1024, 'x')
  await expect(read(Array(9).fill(chunk))).rejects.toThrow('A line is longer than 64 MiB.')
})
