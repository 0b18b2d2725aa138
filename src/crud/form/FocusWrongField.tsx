import { useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'

/** After a refusal, focuses the first wrong field of a form without a summary: screen readers say what is wrong. */
export const FocusWrongField = () => {
  const place = useRef<HTMLSpanElement>(null)
  const { submitCount, isSubmitting } = useFormState()
  useEffect(() => {
    if (submitCount > 0 && !isSubmitting)
      place.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submitCount, isSubmitting])
  return <span ref={place} hidden />
}
