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

/** In milliseconds. */
const delays = { show: 350, hide: 250 }

interface OpenCard {
  bookingId: string
  anchor: HTMLElement
}

const blockOf = (target: Element): HTMLElement | null =>
  target.closest<HTMLElement>('[data-booking]:not([aria-disabled])')

/** Lights up a whole booking or visit; the card follows after a delay. Tab enters it. */
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
    setLitId(target.closest<HTMLElement>('[data-lights]')?.dataset.lights ?? null)
    // The pointer left before the card appeared.
    if (!bookingId && !card) clearTimeout(timer.current)
    if (anchor && bookingId) later(card ? delays.hide : delays.show, () => setCard({ bookingId, anchor }))
  }
  const onOver = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!(event.target instanceof Element) || blockOf(event.target)) return
    // A menu or dialog of the card covers the timeline.
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
  /** React bubbles events through portals: skips the card's. */
  const inTimeline = (event: SyntheticEvent, work: (target: Element) => void) => {
    const { target, currentTarget } = event
    if (target instanceof Element && currentTarget.contains(target) && !target.closest('[data-card]')) work(target)
  }
  return {
    litId,
    card,
    close,
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
    cardHandlers: {
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !(event.target instanceof Element && event.target.closest('[data-card]'))) return
        card?.anchor.focus()
        close()
      },
    },
  }
}
