import { useEffect } from 'react'

/** `--keyboard` is the height of a keyboard over the page. */
export const useKeyboardInset = (): void => {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const { style } = document.documentElement
    const measure = () => {
      // Zooming also shrinks the visual viewport, so a small one is no sign of a keyboard.
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
