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
    const follow = () => {
      const heading = document.querySelector<HTMLElement>('main h1')
      const focused = document.activeElement
      const isFree = focused === document.body || (!hasArrived && !focused?.closest('main, [role=dialog]'))
      if (!heading || !isFree) return
      heading.focus({ preventScroll: true })
      // The previous heading is hidden, but may still be there.
      if (document.activeElement === heading) hasArrived = true
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(document.body, { childList: true, subtree: true })
    const stop = () => {
      observer.disconnect()
      window.removeEventListener('keydown', stop)
      window.removeEventListener('pointerdown', stop)
    }
    window.addEventListener('keydown', stop)
    window.addEventListener('pointerdown', stop)
    return stop
  }, [pathname, isBack])
}
