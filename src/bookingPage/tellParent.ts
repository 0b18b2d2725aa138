let origins: readonly string[] = []

type Told = { type: 'booked'; reference: string; startsAt: string; endsAt: string } | { type: 'height'; height: number }

const isFramed = (): boolean => window.parent !== window

/** Tells the website around the page what happened: nothing about a person, and nobody but those who may show the page. */
export const tellParent = (message: Told): void => {
  if (!isFramed()) return
  for (const origin of origins) window.parent.postMessage({ source: 'slotwise', ...message }, origin)
}

/** Begins to tell how high the page is. */
export const tellHeight = (allowed: readonly string[]): void => {
  origins = allowed
  if (!isFramed()) return
  const tell = () => tellParent({ type: 'height', height: document.documentElement.scrollHeight })
  new ResizeObserver(tell).observe(document.body)
}
