export type ToastKind = 'success' | 'info' | 'warning' | 'error'

interface ToastAction {
  label: string
  onClick: () => void
}

/** Shows a toast from anywhere. The library is loaded with the first one, so that pages without toasts do not carry it. */
export const showToast = async (kind: ToastKind, text: string, action?: ToastAction): Promise<void> => {
  const { toast } = await import('sonner')
  toast[kind](text, action && { action })
}
