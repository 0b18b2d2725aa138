import { entryText } from '../../i18n/entryText'

export const entryProblem = (error: unknown): string => {
  const { name, message, code } = error as { name?: string; message?: string; code?: string }
  if (code === 'signup_disabled') return entryText('signUp.closed')
  return name === 'AuthRetryableFetchError' || !message ? entryText('unreachable') : message
}
