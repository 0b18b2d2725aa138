import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readWords } from '../../server/commands/command'
import type { SlotwiseConfig } from '../config'

export const usage = `slotwise dev

Serves the product from its sources on one port. Screens reload by themselves; the server restarts after a change
of a declaration or of its own sources.`

export const run = async (words: string[], { root }: SlotwiseConfig): Promise<void> => {
  readWords(words, usage, {})
  const [tsx, entry] = ['tsx/cli', '../development.ts'].map(name => fileURLToPath(import.meta.resolve(name)))
  const child = spawn(process.execPath, [tsx as string, 'watch', entry as string], { cwd: root, stdio: 'inherit' })
  // A terminal interrupts the whole group, a supervisor only this process.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', code => process.exit(code ?? 1))
}
