import { afterEach, expect, test, vi } from 'vitest'
import { serverCommands, usageOf } from '../../../server/commands'
import { progressLine } from '../../../server/commands/command'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each(Object.entries(serverCommands))(
  'slotwise %s says how it is used, and answers programs',
  async (name, { load, summary }) => {
    const { usage } = await load()
    expect(usage).toMatch(new RegExp(`^slotwise ${name}\\b`))
    expect(usage).toMatch(/^ {2}--json {2,}\S/m)
    expect(usageOf()).toContain(summary)
  },
)

test.each([
  ['in place on a terminal', true, ['\r\x1b[2Krow 1', '\r\x1b[2Krow 3', '\r\x1b[2Krow 4', '\r\x1b[2K']],
  ['with a line a second elsewhere', false, ['row 1\n', 'row 4\n']],
])('progress is shown %s', (_, isTTY, shown) => {
  vi.useFakeTimers()
  const written: string[] = []
  vi.spyOn(process, 'stderr', 'get').mockReturnValue({ isTTY, write: (text: string) => written.push(text) } as never)
  const progress = progressLine()
  progress('row 1')
  vi.advanceTimersByTime(50)
  progress('row 2')
  vi.advanceTimersByTime(450)
  progress('row 3')
  vi.advanceTimersByTime(500)
  progress('row 4')
  progress.end()
  expect(written).toEqual(shown)
})
