import type { Log } from '../log'
import { repeat } from '../repeat'

/** Runs when a process starts, then at intervals. Errors are logged. */
export interface PeriodicJob<S> {
  /** Milliseconds from the end of one run to the next. */
  every: number
  // biome-ignore lint/suspicious/noConfusingVoidType: what a function without a return statement returns
  run: (services: S) => Promise<number | Readonly<Record<string, number>> | void>
  done?: string
  failed: string
  level?: 'warn'
}

export const startPeriodicJob = <S>(
  { every, run, done, failed, level }: PeriodicJob<S>,
  services: S,
  log: Log,
): (() => Promise<void>) =>
  repeat(async () => {
    try {
      const counted = (await run(services)) ?? 0
      const counts = typeof counted === 'number' ? { count: counted } : counted
      if (done && Object.values(counts).some(count => count > 0)) log('info', done, counts)
    } catch (error) {
      log(level ?? 'error', failed, { error: String(error) })
    }
  }, every)
