import { useQueryClient } from '@tanstack/react-query'
import { type UndoableMutation, useNotificationContext, useTakeUndoableMutation, useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { showToast } from '../notifications/toast'
import { uncovered } from '../notifications/uncovered'
import { useFailure } from '../ui/failure/useFailure'

/** `useNotify` takes the buttons `action` and `other`. Undoable writes run when their toast closes. */
export const NotificationBridge = () => {
  const translate = useTranslate()
  const { notifications, takeNotification } = useNotificationContext()
  const takeMutation = useTakeUndoableMutation()
  const mutations = useQueryClient().getMutationCache()
  const refused = useRef<Error>(undefined)
  const failureOf = useFailure()
  const waiting = useRef(new Set<UndoableMutation>()).current

  // react-admin does not pass on the reason in an error's body.
  useEffect(() => {
    mutations.config.onError = error => {
      refused.current = error
    }
  }, [mutations])

  useEffect(() => {
    const reasonOf = (message: string): string | undefined => {
      if (!message.startsWith('API Error: ') || refused.current?.message !== message) return undefined
      const { errors, detail } = failureOf(refused.current)
      const sentences = Object.values(errors)
      return sentences.length > 0 ? sentences.join('. ') : detail
    }
    if (notifications.length === 0) return
    const notification = takeNotification()
    if (!notification) return
    const { message, type, notificationOptions = {} } = notification
    const { messageArgs, autoHideDuration, undoable, action, other } = notificationOptions
    // Toasts may overlap, each with its mutation.
    const mutation = undoable ? takeMutation() : undefined
    if (mutation) waiting.add(mutation)
    const settle = (isUndo: boolean) => {
      if (mutation && waiting.delete(mutation)) mutation({ isUndo })
    }
    const text = typeof message === 'string' ? (reasonOf(message) ?? translate(message, messageArgs)) : message
    const show = () =>
      showToast(type, text, {
        ...(mutation && { action: { label: translate('ra.action.undo'), onClick: () => settle(true) } }),
        ...(action && { action }),
        ...(other && { other }),
        ...(autoHideDuration !== undefined && { duration: autoHideDuration ?? Number.POSITIVE_INFINITY }),
        onClose: () => settle(false),
      })
    // What was refused leaves its dialog open.
    void (type === 'error' ? show() : uncovered().then(show))
  }, [notifications, takeNotification, takeMutation, translate, waiting, failureOf])

  // Before their tenant or session ends.
  useEffect(() => {
    const flush = () => {
      for (const mutation of waiting) {
        waiting.delete(mutation)
        mutation({ isUndo: false })
      }
    }
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [waiting])
  return null
}
