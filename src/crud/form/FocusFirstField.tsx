import { useEffect, useRef } from 'react'

const controls = ['input:not([type=hidden], [aria-hidden=true])', 'textarea', '[role=combobox]']
const firstControl = controls.map(control => `[data-field] ${control}`).join()

export const FocusFirstField = () => {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    place.current?.closest('form')?.querySelector<HTMLElement>(firstControl)?.focus()
  }, [])
  return <span ref={place} hidden />
}
