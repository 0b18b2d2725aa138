import { within } from '../within'
import type { Mail } from './mail'
import { MailFailure, type MailTransport } from './transport'

/** Milliseconds, less than a mail's lease. */
const patience = 50_000

/** The outcome of an attempt to send a mail. `later`: retry after `waitSeconds`. */
export interface MailResult {
  outcome: 'sent' | 'rejected' | 'gave_up' | 'later'
  waitSeconds: number
  error: string | null
  /** The mail may have arrived anyway. */
  isUnsure: boolean
}

/**
 * Tries to send a mail once.
 * @param retry seconds until the next attempt; undefined for the last one
 */
export const attemptMail = async (
  transport: MailTransport,
  mail: Mail,
  { hurry, retry }: { hurry: AbortSignal; retry: number | undefined },
): Promise<MailResult | null> => {
  if (hurry.aborted) return null
  const tooLate = () => new MailFailure('The server is too slow.', { isFinal: false, isUnsure: true })
  try {
    await within(patience, signal => transport.send(mail, signal), { signal: hurry, tooLate })
    return { outcome: 'sent', waitSeconds: 0, error: null, isUnsure: false }
  } catch (error) {
    if (hurry.aborted) return null
    const { isFinal, isUnsure } = error instanceof MailFailure ? error : { isFinal: false, isUnsure: false }
    return {
      outcome: isFinal ? 'rejected' : retry === undefined ? 'gave_up' : 'later',
      waitSeconds: Math.ceil(retry ?? 0),
      error: String((error as Error).message ?? error).slice(0, 500) || 'unknown',
      isUnsure,
    }
  }
}
