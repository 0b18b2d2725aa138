import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

interface ToastButton {
  label: string
  onClick: () => void
}

interface ToastOptions {
  action?: ToastButton
  /** A second button, before that of `action`. */
  other?: ToastButton
  /** In milliseconds. */
  duration?: number
  /** The toast has gone: its time is up, or somebody closed it. */
  onClose?: () => void
}

/**
 * Shows a toast from anywhere; the library loads with the first one. Inside the admin use react-admin's `useNotify`,
 * which ends here; call this only for what outlives the admin: the end of a session, a change of tenant.
 */
export const showToast = async (
  kind: ToastKind,
  text: ReactNode,
  { action, other, duration, onClose }: ToastOptions = {},
): Promise<void> => {
  const { toast } = await import('sonner')
  toast[kind](text, {
    ...(action && { action }),
    ...(other && { cancel: other }),
    ...(duration && { duration }),
    ...(onClose && { onAutoClose: onClose, onDismiss: onClose }),
  })
}
