/** Bytes, far above any row's size and far below a process's memory. */
const mostOfLine = 64 * 1024 * 1024

/**
 * The lines of a UTF-8 text. Omits an unterminated last one.
 * @throws for a line longer than 64 MiB
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = []
  let length = 0
  const keep = (part: Buffer) => {
    length += part.length
    if (length > mostOfLine) throw new Error('A line is longer than 64 MiB.')
    rest.push(part)
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, at))
      yield Buffer.concat(rest).toString('utf8')
      rest = []
      length = 0
      from = at + 1
    }
    if (from < chunk.length) keep(chunk.subarray(from))
  }
}
