import { useEffect } from 'react'

/**
 * Keeps the height of the on-screen keyboard in the custom property `--keyboard`, in browsers that lay it over the page
 * instead of making the page smaller.
 */
export const useKeyboardInset = (): void => {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const { style } = document.documentElement
    const measure = () => {
      // Zoomed in, what is not seen is no keyboard.
      const covered = view.scale > 1 ? 0 : Math.round(window.innerHeight - view.height - view.offsetTop)
      style.setProperty('--keyboard', `${Math.max(0, covered)}px`)
    }
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
      style.removeProperty('--keyboard')
    }
  }, [])
}
