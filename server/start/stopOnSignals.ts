import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerConfig } from '../config'
import type { Log } from '../log'

/** Hosts kill a process 30 s after the drain. Exiting earlier reports the failure in the exit code. */
const stopAfter = 25_000

/**
 * On SIGTERM `/readyz` fails, so that proxies turn away, and calls are accepted for `DRAIN_SECONDS` more. An interrupt
 * at a terminal, or a second signal, ends the process at once.
 */
export const stopOnSignals = (
  server: { drain(): void; close(): Promise<void> },
  { DRAIN_SECONDS }: Pick<ServerConfig, 'DRAIN_SECONDS'>,
  log: Log,
): void => {
  const hurry = new AbortController()
  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (signal === 'SIGINT' || isStopping) hurry.abort()
    if (isStopping) return
    isStopping = true
    const drainFor = hurry.signal.aborted ? 0 : DRAIN_SECONDS * 1000
    log('info', 'stopping', { signal, ...(drainFor > 0 && { drainSeconds: DRAIN_SECONDS }) })
    server.drain()
    // An open connection must not keep the process alive.
    setTimeout(() => process.exit(1), drainFor + stopAfter).unref()
    if (drainFor > 0) await sleep(drainFor, undefined, { signal: hurry.signal }).catch(() => {})
    await server.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
