import type { KeyboardEvent } from 'react'

const buttons: ReadonlySet<string> = new Set(['radio', 'checkbox', 'button', 'submit'])

const isText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !buttons.has(target.type))

/** A service input filters names, which contain no plus. */
const isService = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-service]') !== null

/** Control and Enter submits; `+` adds a service. */
export const formKeys =
  (add: (() => void) | null) =>
  (event: KeyboardEvent<HTMLFormElement>): void => {
    const { key, ctrlKey, metaKey, altKey, target, currentTarget } = event
    if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.requestSubmit()
    // With a modifier it zooms.
    if (key !== '+' || ctrlKey || metaKey || altKey || !add || (isText(target) && !isService(target))) return
    event.preventDefault()
    add()
  }
