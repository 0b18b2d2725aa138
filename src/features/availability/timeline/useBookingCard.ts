import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

/** How long a booking is pointed at before its card shows, and how long the card waits for the pointer, in milliseconds. */
const delays = { show: 350, hide: 250 }

interface OpenCard {
  bookingId: string
  anchor: HTMLElement
}

const blockOf = (target: Element): HTMLElement | null =>
  target.closest<HTMLElement>('[data-booking]:not([aria-disabled])')

/**
 * The booking that is pointed at or has the focus: all its parts light up at once, and after a moment its card shows. The
 * card stays while the pointer is on it; Tab goes into it, Escape closes it.
 */
export const useBookingCard = () => {
  const [litId, setLitId] = useState<string | null>(null)
  const [card, setCard] = useState<OpenCard | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const later = (delay: number, work: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, delay)
  }
  const close = () => {
    clearTimeout(timer.current)
    setCard(null)
  }
  const leave = () => later(delays.hide, close)
  const aim = (target: Element) => {
    const anchor = blockOf(target)
    const bookingId = anchor?.dataset.booking ?? null
    setLitId(bookingId)
    // One that does not show yet need not.
    if (!bookingId && !card) clearTimeout(timer.current)
    if (anchor && bookingId) later(card ? delays.hide : delays.show, () => setCard({ bookingId, anchor }))
  }
  const onOver = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!(event.target instanceof Element) || blockOf(event.target)) return
    // What its buttons have opened covers everything.
    if (event.target.closest('[data-card]') || document.querySelector('[role="menu"], [aria-modal="true"]'))
      clearTimeout(timer.current)
    else leave()
  })
  const isOpen = card !== null
  useEffect(() => {
    if (!isOpen) return
    document.addEventListener('pointerover', onOver)
    return () => document.removeEventListener('pointerover', onOver)
  }, [isOpen])
  /** Hands on what happens in the timeline itself, neither in the card nor in a dialog that the card has opened. */
  const inTimeline = (event: SyntheticEvent, work: (target: Element) => void) => {
    const { target, currentTarget } = event
    if (target instanceof Element && currentTarget.contains(target) && !target.closest('[data-card]')) work(target)
  }
  return {
    litId,
    card,
    close,
    /** For the timeline. */
    handlers: {
      onPointerOver: (event: PointerEvent) => {
        if (event.pointerType !== 'touch' && event.buttons === 0) inTimeline(event, aim)
      },
      onPointerLeave: () => {
        setLitId(null)
        if (!isOpen) clearTimeout(timer.current)
      },
      onPointerDown: (event: PointerEvent) => inTimeline(event, close),
      onFocus: (event: FocusEvent) =>
        inTimeline(event, target => {
          if (target.matches(':focus-visible')) aim(target)
        }),
      onBlur: (event: FocusEvent) =>
        inTimeline(event, () => {
          setLitId(null)
          if (!(event.relatedTarget instanceof Element && event.relatedTarget.closest('[data-card]'))) leave()
        }),
      onKeyDown: (event: KeyboardEvent) =>
        inTimeline(event, target => {
          if (event.key === 'Escape') close()
          if (event.key !== 'Tab' || event.shiftKey || !card || blockOf(target) !== card.anchor) return
          const first = document.querySelector<HTMLElement>('[data-card] :is(a, button)')
          if (!first) return
          event.preventDefault()
          clearTimeout(timer.current)
          first.focus()
        }),
    },
    /** For the card. */
    cardHandlers: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !(event.target instanceof Element && event.target.closest('[data-card]'))) return
        card?.anchor.focus()
        close()
      },
    },
  }
}
