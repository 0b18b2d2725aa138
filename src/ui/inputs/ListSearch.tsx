import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import styles from './listSearch.module.css'

export const optionIdOf = (listId: string, index: number): string => `${listId}-${index}`

/** Below a `ListSearch`. Scrolls it into view. */
export const useMarkedOption = () => {
  const listId = useId()
  const [marked, setMarked] = useState(0)
  const markedId = optionIdOf(listId, marked)
  useEffect(() => {
    document.getElementById(markedId)?.scrollIntoView?.({ block: 'nearest' })
  }, [markedId])
  return { listId, marked, setMarked }
}

interface ListSearchProps {
  list: ReturnType<typeof useMarkedOption>
  label: string
  value: string
  onChange: (value: string) => void
  count: number
  isExpanded: boolean
  /** For the typed text; the shown options may lag behind. */
  latestCount?: () => number
  onEnter: (index: number, event: KeyboardEvent) => void
}

/** ARIA's combobox: arrows move, Enter chooses, the focus stays. */
export const ListSearch = ({
  list: { listId, marked, setMarked },
  label,
  value,
  onChange,
  count,
  isExpanded,
  latestCount = () => count,
  onEnter,
}: ListSearchProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    const last = latestCount() - 1
    const next = {
      ArrowDown: marked >= last ? 0 : marked + 1,
      ArrowUp: marked <= 0 ? last : marked - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (next !== undefined) setMarked(Math.max(0, next))
    else if (event.key === 'Enter' && marked <= last) onEnter(marked, event)
    else return
    event.preventDefault()
  }
  return (
    <input
      role="combobox"
      aria-expanded={isExpanded}
      aria-controls={listId}
      aria-activedescendant={marked < count ? optionIdOf(listId, marked) : undefined}
      aria-autocomplete="list"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      // biome-ignore lint/a11y/noAutofocus: the search is what a person who opens such a dialog came for
      autoFocus
      value={value}
      className={styles.input}
      onChange={event => {
        onChange(event.target.value)
        setMarked(0)
      }}
      onKeyDown={onKeyDown}
    />
  )
}
