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
