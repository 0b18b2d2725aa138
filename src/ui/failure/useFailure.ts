import { useLocale } from 'ra-core'
import { useCallback } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { type Failure, failureOf } from './failure'
import { useMessageText } from './useMessageText'

/**
 * Reads a thrown error as a `Failure`, in the person's language.
 *
 * @example
 * const failureOf = useFailure()
 * notify(failureOf(error).detail, { type: 'error' })
 */
export const useFailure = (): ((error: unknown) => Failure) => {
  const text = useMachineText()
  const locale = useLocale()
  const messageText = useMessageText()
  return useCallback(
    error => {
      const detailOf = ({ code, message, detail }: Failure): string =>
        message ? messageText(message, detail) : locale === 'en' ? detail : text(`problems.${code}`, { _: detail })
      const failure = failureOf(error)
      const { errors, messages, ofMany } = failure
      const byPath = Object.entries(errors).map(([path, sentence]) => {
        const message = messages[path]
        return [path, message ? messageText(message, sentence) : sentence]
      })
      const reasons = Array.from(new Set(ofMany?.failures.map(one => detailOf(failureOf({ body: one })))))
      return {
        ...failure,
        errors: Object.fromEntries(byPath),
        detail: ofMany
          ? text('crud.bulk.refused', {
              failed: ofMany.failures.length,
              total: ofMany.total,
              reasons: reasons.join(' '),
            })
          : detailOf(failure),
      }
    },
    [text, locale, messageText],
  )
}
