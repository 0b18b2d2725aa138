import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../../../server/log'

let written = ''
beforeEach(() => {
  written = ''
  vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    written += text
    return true
  })
})
afterEach(() => void vi.restoreAllMocks())

it('has a line of JSON for each entry, from a level on', () => {
  const log = createLog({ LOG_LEVEL: 'warn', LOG_FORMAT: 'json' })
  log('info', 'ready', { url: 'http://localhost:3000' })
  log('warn', 'mails are files', { folder: 'outbox' })
  log('error', 'request failed', { requestId: 'a', detail: 'two\nlines' })
  expect(
    written
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toEqual([
    { at: expect.any(String), level: 'warn', message: 'mails are files', folder: 'outbox' },
    { at: expect.any(String), level: 'error', message: 'request failed', requestId: 'a', detail: 'two\nlines' },
  ])
})

it('is readable on a terminal, and leads to the application', () => {
  const log = createLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'pretty' })
  log('info', 'ready', { url: 'http://localhost:3000', ms: 812 })
  log('warn', 'mails are files', { folder: 'outbox', nothing: undefined })
  expect(written.split('\n')).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d info {2}open http:\/\/localhost:3000 ms=812$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d warn {2}mails are files folder=outbox$/),
    '',
  ])
})

it('goes on when nobody reads it any more', async () => {
  const program = `
    const { createLog } = await import('./server/log.ts')
    const log = createLog({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' })
    for (let line = 0; line < 20; line++) {
      log('warn', 'mails are files')
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    process.exit(7)`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([7, null])
})
