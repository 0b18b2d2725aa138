let origins: readonly string[] = []

type Told =
  | { type: 'booked'; reference: string; startsAt: string; endsAt: string; redirectUrl: string | null }
  | { type: 'height'; height: number }
  /** Pixels. */
  | { type: 'scroll'; top: number }
  | { type: 'step'; step: string; item: string | null }

export const isFramed = (): boolean => window.parent !== window

/** Only listed origins receive it. No personal data. */
export const tellParent = (message: Told): void => {
  if (!isFramed()) return
  for (const origin of origins) window.parent.postMessage({ source: 'slotwise', ...message }, origin)
}

export const tellHeight = (allowed: readonly string[]): void => {
  origins = allowed
  if (!isFramed()) return
  // The document fills its frame, so this measures the body.
  const tell = () => tellParent({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) })
  new ResizeObserver(tell).observe(document.body)
}

export const bringIntoView = (element: Element): void => {
  const { top } = element.getBoundingClientRect()
  tellParent({ type: 'scroll', top: Math.max(0, Math.round(top + window.scrollY)) })
  const isSeen = top >= 0 && top < window.innerHeight * 0.6
  if (isSeen) return
  // An inline frame is as high as its page, and cannot scroll.
  const isCalm = isFramed() || matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: top + window.scrollY, behavior: isCalm ? 'auto' : 'smooth' })
}
