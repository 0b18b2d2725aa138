let origins: readonly string[] = []

type Told =
  | { type: 'booked'; reference: string; startsAt: string; endsAt: string; redirectUrl: string | null }
  | { type: 'height'; height: number }
  /** What is to be seen now begins this far below the top of the page, in pixels. */
  | { type: 'scroll'; top: number }
  | { type: 'step'; step: string; item: string | null }

export const isFramed = (): boolean => window.parent !== window

/** Tells the website around the page what happened: nothing about a person, and nobody but those who may show the page. */
export const tellParent = (message: Told): void => {
  if (!isFramed()) return
  for (const origin of origins) window.parent.postMessage({ source: 'slotwise', ...message }, origin)
}

/** Begins to tell how high the page is. */
export const tellHeight = (allowed: readonly string[]): void => {
  origins = allowed
  if (!isFramed()) return
  // The document is never lower than its frame: only its body says what it needs.
  const tell = () => tellParent({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
  new ResizeObserver(tell).observe(document.body)
}

/** Brings something into view, here and in the website around the page. */
export const bringIntoView = (element: Element): void => {
  const { top } = element.getBoundingClientRect()
  tellParent({ type: 'scroll', top: Math.max(0, Math.round(top + window.scrollY)) })
  const isSeen = top >= 0 && top < window.innerHeight * 0.6
  if (isSeen) return
  // A frame as high as its page has nothing to scroll; one above the website has.
  const isCalm = isFramed() || matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: top + window.scrollY, behavior: isCalm ? 'auto' : 'smooth' })
}
