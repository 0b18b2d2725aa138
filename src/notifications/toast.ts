import type { ReactNode } from 'react'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

interface ToastButton {
  label: string
  onClick: () => void
}

interface ToastOptions {
  action?: ToastButton
  /** Before `action`. */
  other?: ToastButton
  /** In milliseconds. */
  duration?: number
  onClose?: () => void
}

/** For toasts that outlive the admin; inside it, use `useNotify`. */
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
