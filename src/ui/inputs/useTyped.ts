import { type KeyboardEvent, useState } from 'react'

interface TypedOptions {
  /** The value, or text that is none: it is shown as it is. */
  value: string
  format: (value: string) => string
  /** The value of typed text; undefined for what is none. */
  read: (typed: string) => string | undefined
  /** Whether text cannot be the beginning of another value, so that it counts while it is typed. */
  isWhole: (typed: string) => boolean
  /** Is given the empty text when there is no value, and what was typed. */
  onChange: (value: string, typed: string) => void
}

/** Typed text of a value that people write in several ways: it counts once it is whole, at Enter, and when the field is left. */
export const useTyped = ({ value, format, read, isWhole, onChange }: TypedOptions) => {
  const [typed, setTyped] = useState<{ text: string; value: string; isLeft: boolean } | null>(null)
  // A value from elsewhere takes the place of what was typed.
  const current = typed?.value === value ? typed : null
  const shown = current ? current.text : read(value) === undefined ? value : format(value)

  const take = (text: string): string => {
    const next = text.trim() === '' ? '' : (read(text) ?? '')
    if (next !== value || (next === '' && text.trim() !== '')) onChange(next, text)
    return next
  }
  const change = (text: string) => {
    const counts = text.trim() === '' || (isWhole(text) && read(text) !== undefined)
    setTyped({ text, value: counts ? take(text) : value, isLeft: false })
  }
  const commit = () => {
    if (!current || current.isLeft) return
    const next = take(current.text)
    setTyped(next === '' && current.text.trim() !== '' ? { text: current.text, value: next, isLeft: true } : null)
  }
  return {
    shown,
    /** The field was left with text that is no value. */
    isUnreadable: current ? current.isLeft : value !== '' && read(value) === undefined,
    change,
    commit,
    /** Takes what was chosen elsewhere than in the text. */
    choose: (chosen: string) => {
      setTyped(null)
      onChange(chosen, chosen)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') commit()
    },
  }
}
