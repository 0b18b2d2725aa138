import { entryText } from '../../i18n/entryText'

/** The text for an error of the auth service: its own message, or that it could not be reached. */
export const entryProblem = (error: unknown): string => {
  const { name, message } = error as { name?: string; message?: string }
  return name === 'AuthRetryableFetchError' || !message ? entryText('unreachable') : message
}
