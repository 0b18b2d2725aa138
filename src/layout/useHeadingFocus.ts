import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Makes screen readers announce the page. Follows late headings until the next key or click. */
export const useHeadingFocus = (): void => {
  const { pathname } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // The browser restores the position when going back.
    if (!isBack) window.scrollTo(0, 0)
    let hasArrived = false
    let rest: ReturnType<typeof setTimeout> | undefined
    const arrive = () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.focus({ preventScroll: true })
      // The previous heading is hidden, but may still be there.
      if (heading && document.activeElement === heading) hasArrived = true
    }
    const follow = () => {
      const main = document.querySelector<HTMLElement>('main')
      const focused = document.activeElement
      const isLost = focused === document.body || focused === main
      const isFree = isLost || (!hasArrived && !focused?.closest('main, [role=dialog]'))
      if (rest || !isFree || !main?.querySelector('h1')) return
      if (!isLost) return arrive()
      // When the focused element is removed, Orca goes silently to the start of `main`, past any heading.
      main.focus({ preventScroll: true })
      rest = setTimeout(() => {
        rest = undefined
        if (document.activeElement?.matches('body, main')) arrive()
      }, 100)
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(document.body, { childList: true, subtree: true })
    const stop = () => {
      clearTimeout(rest)
      observer.disconnect()
      window.removeEventListener('keydown', stop, true)
      window.removeEventListener('pointerdown', stop, true)
    }
    // Not by the key that led here, whose way begins at the window.
    window.addEventListener('keydown', stop, true)
    window.addEventListener('pointerdown', stop, true)
    return stop
  }, [pathname, isBack])
}
