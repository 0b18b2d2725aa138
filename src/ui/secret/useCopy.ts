import { useNotify } from 'ra-core'

interface CopyTexts {
  copied: string
  /** Where the clipboard cannot be used: that the text is marked. */
  marked: string
}

/** Copies a text that stands on the page: marks it, puts it into the clipboard, and says so. */
export const useCopy = ({ copied, marked }: CopyTexts) => {
  const notify = useNotify()
  return async (text: string, mark: () => void) => {
    mark()
    try {
      await navigator.clipboard.writeText(text)
      notify(copied, { type: 'success' })
    } catch {
      // Not every page may use the clipboard.
      notify(marked, { type: 'info' })
    }
  }
}
