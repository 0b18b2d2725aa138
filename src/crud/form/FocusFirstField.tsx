import { useEffect, useRef } from 'react'

const controls = ['input:not([type=hidden], [type=color], [aria-hidden=true])', 'textarea', '[role=combobox]']
const firstControl = controls.map(control => `[data-field] ${control}`).join()

/** In a dialog one has come to type: the first field of the form around it has the focus. */
export const FocusFirstField = () => {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    place.current?.closest('form')?.querySelector<HTMLElement>(firstControl)?.focus()
  }, [])
  return <span ref={place} hidden />
}
