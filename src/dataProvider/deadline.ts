import { MINUTE } from '../time/instant'
/**
 * Milliseconds. A write outlasts the server's work, an upload the largest file on the slowest accepted line: retries
 * must not overlap.
 */
export const patience = { read: 30_000, write: MINUTE, upload: 6 * MINUTE }

export const deadline = (milliseconds: number, signal: AbortSignal | undefined) => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), milliseconds)
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    isOver: (): boolean => late.signal.aborted,
    clear: (): void => clearTimeout(timer),
  }
}
