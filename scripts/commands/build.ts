import { readWords } from '../../server/commands/command'
import type { SlotwiseConfig } from '../config'

export const usage = `slotwise build

Builds the web application, the server and the embedded database's first state into dist.`

export const run = async (words: string[], config: SlotwiseConfig): Promise<void> => {
  readWords(words, usage, {})
  const { buildAll } = await import('../build.mjs')
  await buildAll(config)
  process.exit(0)
}
