import { expect } from '@playwright/test'
import type { RunningServer } from './server'

/**
 * Writes again and again, and kills the server once that is wanted.
 * @param write what was written, null if that was refused; it rejects once the server is gone
 * @param until resolves when it is time; told how often was written so far
 * @returns what the server acknowledged
 */
export const writeUntilKilled = async <T>(
  server: RunningServer,
  write: () => Promise<T | null>,
  until: (written: () => number) => Promise<void>,
): Promise<T[]> => {
  const acknowledged: T[] = []
  let written = 0
  const writing = (async () => {
    for (;;) {
      const one = await write().catch(() => undefined)
      if (one === undefined) return
      if (one) acknowledged.push(one)
      written++
    }
  })()
  await until(() => written)
  await server.kill()
  await writing
  return acknowledged
}

/** Waits for more writes than so many. */
export const moreThan = (count: number) => (written: () => number) =>
  expect.poll(written, { timeout: 20_000 }).toBeGreaterThan(count)
