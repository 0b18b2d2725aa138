import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './tooltips.module.css'

/** The sidebar's tooltips show at once. */
export const tooltipDelayMs = 700

const gap = 8
const candidates = '[data-tip], button[aria-label], a[aria-label], [role="button"][aria-label]'

const tipOf = (control: HTMLElement): string => {
  const { tip } = control.dataset
  if (tip !== undefined) return tip
  return control.textContent?.trim() === '' ? (control.getAttribute('aria-label') ?? '') : ''
}

interface Tip {
  text: string
  control: HTMLElement
  isBeside: boolean
}

const useTip = (): Tip | null => {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => {
    let control: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setTip(null)
    }
    const aim = (target: EventTarget | null) => {
      const next = target instanceof Element ? target.closest<HTMLElement>(candidates) : null
      if (next === control) return
      control = next
      hide()
      if (!next) return
      const isBeside = next.closest('[data-tips="beside"]') !== null
      const show = () => {
        const text = tipOf(next)
        if (text && next.isConnected) setTip({ text, control: next, isBeside })
      }
      if (isBeside) show()
      else timer = setTimeout(show, tooltipDelayMs)
    }
    const listening = new AbortController()
    const on = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(type, listener, { capture: true, passive: true, signal: listening.signal })
    on('pointerover', ({ target, pointerType }) => aim(pointerType === 'touch' ? null : target))
    on('pointerout', ({ relatedTarget }) => relatedTarget === null && aim(null))
    on('focusin', ({ target }) => target instanceof Element && target.matches(':focus-visible') && aim(target))
    on('focusout', () => aim(null))
    on('pointerdown', hide)
    on('click', hide)
    // Focus often scrolls; the tooltip follows.
    on('scroll', () => setTip(shown => (shown?.control.matches(':hover, :focus-visible') ? { ...shown } : null)))
    on('keydown', ({ key }) => key === 'Escape' && hide())
    // The pointer may already be over a control.
    aim(Array.from(document.querySelectorAll(':hover')).at(-1) ?? null)
    return () => {
      hide()
      listening.abort()
    }
  }, [])
  return tip
}

/** Hidden from screen readers, which read the name. */
export const Tooltips = () => {
  const tip = useTip()
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!tip || !ref.current) return
    const { style, offsetWidth, offsetHeight } = ref.current
    const { top, right, bottom, left, width, height } = tip.control.getBoundingClientRect()
    const fits = bottom + gap + offsetHeight <= innerHeight
    const x = tip.isBeside ? right + gap : left + (width - offsetWidth) / 2
    const y = tip.isBeside ? top + (height - offsetHeight) / 2 : fits ? bottom + gap : top - gap - offsetHeight
    style.left = `${Math.max(gap, Math.min(x, innerWidth - offsetWidth - gap))}px`
    style.top = `${y}px`
  }, [tip])
  return (
    tip && (
      <div ref={ref} role="tooltip" aria-hidden="true" className={styles.tip}>
        {tip.text}
      </div>
    )
  )
}
