// Shows booking pages in other websites: https://your-host/book/embed.js (docs/booking-page.md). Without imports of code, to
// stay small.
import type { Locale } from '../declare'

/** Refuses pages of other origins. */
const script = (document.currentScript ??
  document.querySelector('script[src$="/book/embed.js"]')) as HTMLScriptElement | null
const home = new URL(script?.src ?? location.href).origin

type Prefill = Readonly<Record<string, string>>

interface Options {
  /** `name`, `email`, `phone`, `notes`, `answers.{key}` of the customer. */
  prefill?: Prefill
  /** Pixels, until the page reports a height. */
  height?: number
  title?: string
}

type Unmount = () => void

/** `Told` in tellParent.ts. */
interface Message {
  source?: string
  type?: string
  height?: number
  top?: number
  redirectUrl?: string
}

/** No server sees the prefill after `#`. Null for another origin. */
const addressOf = (page: string, { prefill = {} }: Options): URL | null => {
  const url = new URL(page.startsWith('/') || /^https?:/.test(page) ? page : `/book/${page}`, home)
  if (url.origin !== home) return null
  url.searchParams.set('embed', '1')
  url.hash = new URLSearchParams(prefill).toString()
  return url
}

const styled = <T extends HTMLElement>(element: T, css: string): T => {
  element.style.cssText = css
  return element
}

interface Shown {
  frame: HTMLIFrameElement
  end: Unmount
}

/** Turns messages into events of `target`, such as `booking:booked`. */
const show = (
  url: URL,
  target: EventTarget,
  { title = 'Booking' }: Options,
  onMessage: (message: Message) => void,
): Shown => {
  const frame = document.createElement('iframe')
  frame.src = url.href
  frame.title = title
  const listen = ({ source, origin: from, data }: MessageEvent<Message | null>) => {
    if (source !== frame.contentWindow || from !== home || data?.source !== 'slotwise') return
    onMessage(data)
    const { source: _, ...detail } = data
    target.dispatchEvent(new CustomEvent(`booking:${data.type}`, { detail, bubbles: true }))
    if (data.type === 'booked' && data.redirectUrl) location.assign(data.redirectUrl)
  }
  addEventListener('message', listen)
  return {
    frame,
    end: () => {
      removeEventListener('message', listen)
      frame.remove()
    },
  }
}

/** @returns a function that removes it */
const inline = (element: HTMLElement, page: string, options: Options = {}): Unmount => {
  const url = addressOf(page, options)
  if (!url) return () => {}
  // Nothing shifts when the frame appears.
  const reserved = options.height ?? (element.offsetHeight || 700)
  let wanted = reserved
  const { frame, end } = show(url, element, options, message => {
    if (message.type === 'height' && message.height) {
      wanted = message.height
      resize()
    }
    if (message.type === 'scroll') {
      resize(true)
      const top = frame.getBoundingClientRect().top + (message.top ?? 0)
      if (top < 0 || top > innerHeight) scrollBy({ top: top - 16 })
    }
  })
  // Resizing shifts the content below: waits for focus, or until the frame's end is out of sight.
  const resize = (isUsed = document.activeElement === frame) => {
    if (isUsed || frame.getBoundingClientRect().bottom >= innerHeight) frame.style.height = `${wanted}px`
  }
  const scrolled = () => resize()
  styled(frame, `display:block;width:100%;border:0;height:${reserved}px`)
  element.append(frame)
  addEventListener('scroll', scrolled, { passive: true })
  return () => {
    removeEventListener('scroll', scrolled)
    end()
  }
}

const closeTexts: Readonly<Record<Locale, string>> = { en: 'Close', de: 'Schließen' }

/** @returns a function that closes it */
const popup = (page: string, options: Options = {}): Unmount => {
  const url = addressOf(page, options)
  if (!url) return () => {}
  const dialog = styled(
    document.createElement('dialog'),
    'padding:0;border:0;border-radius:12px;width:min(680px,100vw - 16px);max-width:none;height:min(900px,100dvh - 16px);max-height:none;overflow:hidden;background:Canvas',
  )
  dialog.setAttribute('aria-label', options.title ?? 'Booking')
  const { frame, end } = show(url, dialog, options, () => {})
  const close = styled(
    document.createElement('button'),
    'position:absolute;top:8px;right:8px;width:44px;height:44px;border:0;border-radius:50%;background:Canvas;color:CanvasText;font:24px/1 system-ui;cursor:pointer',
  )
  close.type = 'button'
  close.textContent = '×'
  close.setAttribute('aria-label', closeTexts[document.documentElement.lang.slice(0, 2) as Locale] ?? closeTexts.en)
  close.onclick = () => dialog.close()
  styled(frame, 'display:block;width:100%;height:100%;border:0')
  // `close` restores the focus.
  dialog.onclose = () => {
    end()
    dialog.remove()
  }
  dialog.append(frame, close)
  document.body.append(dialog)
  dialog.showModal()
  return () => dialog.close()
}

/** @returns a function that stops listening */
const onClick = (element: HTMLElement, page: string, options: Options = {}): Unmount => {
  const open = (event: MouseEvent) => {
    event.preventDefault()
    popup(page, options)
  }
  element.addEventListener('click', open)
  return () => element.removeEventListener('click', open)
}

/**
 * A button in the website's corner.
 *
 * @returns a function that removes it
 */
const floating = (
  page: string,
  { label = 'Book', color = '#0b6b5d', ...options }: Options & { label?: string; color?: string } = {},
): Unmount => {
  const button = styled(
    document.createElement('button'),
    'position:fixed;right:16px;bottom:16px;z-index:2147483000;min-height:48px;padding:0 20px;border:0;border-radius:24px;color:#fff;font:600 16px system-ui;cursor:pointer;box-shadow:0 2px 12px #0004',
  )
  button.type = 'button'
  button.textContent = label
  button.style.background = color
  const end = onClick(button, page, options)
  document.body.append(button)
  return () => {
    end()
    button.remove()
  }
}

const attributes = { 'data-booking': inline, 'data-booking-popup': onClick } as const

const scan = (): void => {
  for (const [attribute, mount] of Object.entries(attributes))
    for (const element of document.querySelectorAll<HTMLElement>(`[${attribute}]:not([data-booking-shown])`)) {
      const { bookingHeight: height, bookingTitle: title } = element.dataset
      element.dataset.bookingShown = ''
      mount(element, element.getAttribute(attribute) ?? '', {
        ...(height && { height: Number(height) }),
        ...(title && { title }),
      })
    }
  const page = script?.dataset.bookingFloating
  if (page && !script.dataset.bookingShown) {
    script.dataset.bookingShown = ''
    const { bookingLabel: label, bookingColor: color } = script.dataset
    floating(page, { ...(label && { label }), ...(color && { color }) })
  }
}

Object.assign(window, { Booking: { inline, popup, onClick, floating, scan } })
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', scan)
else scan()
