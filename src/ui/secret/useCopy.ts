import { useNotify } from 'ra-core'

interface CopyTexts {
  copied: string
  /** The toast's text if the clipboard is unavailable: the text is only selected. */
  marked: string
}

/** Selects and copies a text, and notifies. */
export const useCopy = ({ copied, marked }: CopyTexts) => {
  const notify = useNotify()
  return async (text: string, mark: () => void) => {
    mark()
    try {
      await navigator.clipboard.writeText(text)
      notify(copied, { type: 'success' })
    } catch {
      notify(marked, { type: 'info' })
    }
  }
}
