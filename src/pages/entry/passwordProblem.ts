import { entryText } from '../../i18n/entryText'

interface Refusal {
  code?: string
  message?: string
  /** As in auth-js's `AuthWeakPasswordError`. */
  reasons?: readonly string[]
}

export const passwordProblem = (error: unknown): string | null => {
  const { code, message = '', reasons = [] } = error as Refusal
  if (code !== 'weak_password') return null
  if (reasons.includes('pwned')) return entryText('field.passwordKnown')
  // Only the message has the length.
  const count = reasons.includes('length') ? /\d+/.exec(message)?.[0] : undefined
  return count ? entryText('field.passwordShort', { count }) : message
}
