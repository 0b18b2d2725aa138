import { type KeyboardEvent, useState } from 'react'

interface TypedOptions {
  value: string
  format: (value: string) => string
  read: (typed: string) => string | undefined
  /** More typing cannot change the value: it counts at once. */
  isWhole: (typed: string) => boolean
  /** `value` is empty for invalid text. */
  onChange: (value: string, typed: string) => void
}

/** Counts once complete, on Enter, and on blur. */
export const useTyped = ({ value, format, read, isWhole, onChange }: TypedOptions) => {
  const [typed, setTyped] = useState<{ text: string; value: string; isLeft: boolean } | null>(null)
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
    /** Unfinished text may still become a value. */
    isUnreadable: current ? current.isLeft : value !== '' && read(value) === undefined,
    change,
    commit,
    choose: (chosen: string) => {
      setTyped(null)
      onChange(chosen, chosen)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') commit()
    },
  }
}
