/**
 * How long an answer is waited for, in milliseconds. A write is given longer than the server takes before it gives up: whoever
 * tries again does not meet the first try.
 */
export const patience = { read: 30_000, write: 60_000 }

/** A signal that is aborted with `signal`, or after `milliseconds`. */
export const deadline = (milliseconds: number, signal: AbortSignal | undefined) => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), milliseconds)
  return {
    signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    isOver: (): boolean => late.signal.aborted,
    clear: (): void => clearTimeout(timer),
  }
}
