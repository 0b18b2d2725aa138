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

const pause = 100
const longest = 400

/** An open dialog hides all else from screen readers. */
const isCovered = () => document.querySelector('body > [aria-hidden="true"] main') !== null

/** A toast that appears before its dialog has closed is never read. */
const uncovered = async (): Promise<void> => {
  let waited = 0
  do {
    await new Promise(resolve => setTimeout(resolve, pause))
    waited += pause
  } while (waited < longest && isCovered())
}

/** For toasts that outlive the admin; inside it, use `useNotify`. */
export const showToast = async (
  kind: ToastKind,
  text: ReactNode,
  { action, other, duration, onClose }: ToastOptions = {},
): Promise<void> => {
  const { toast } = await import('sonner')
  await uncovered()
  toast[kind](text, {
    ...(action && { action }),
    ...(other && { cancel: other }),
    ...(duration && { duration }),
    ...(onClose && { onAutoClose: onClose, onDismiss: onClose }),
  })
}
