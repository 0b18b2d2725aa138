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
  // An open dialog hides all else from screen readers, and what appears before it has closed is never read.
  await new Promise(resolve => setTimeout(resolve, 100))
  toast[kind](text, {
    ...(action && { action }),
    ...(other && { cancel: other }),
    ...(duration && { duration }),
    ...(onClose && { onAutoClose: onClose, onDismiss: onClose }),
  })
}
