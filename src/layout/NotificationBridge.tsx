import { useNotificationContext, useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { showToast } from '../notifications/toast'

/** Shows react-admin's notifications as toasts. They are taken one by one: react-admin hands out one per render. */
export const NotificationBridge = () => {
  const translate = useTranslate()
  const { notifications, takeNotification } = useNotificationContext()
  useEffect(() => {
    if (notifications.length === 0) return
    const notification = takeNotification()
    if (!notification || typeof notification.message !== 'string') return
    void showToast(notification.type, translate(notification.message, notification.notificationOptions?.messageArgs))
  }, [notifications, takeNotification, translate])
  return null
}
