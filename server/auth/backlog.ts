import type { Log } from '../log'

export const createBacklog = (log: Log) => {
  const running = new Set<Promise<void>>()
  return {
    add: (work: () => Promise<void>): void => {
      const done = work()
        .catch(error => log('error', 'auth mail not sent', { error: String(error) }))
        .finally(() => running.delete(done))
      running.add(done)
    },
    settled: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
