import Search from '@mui/icons-material/Search'
import { useEvent, useListContext } from 'ra-core'
import { type FormEvent, useEffect, useState } from 'react'
import { useDeclaration } from '../declaration'
import { useCrudText } from '../text/useCrudText'
import { useNameInSentence } from '../text/useNameInSentence'
import styles from './filters.module.css'

/** How long somebody pauses before what they typed is searched. */
const pauseMs = 300

/** Looks through the fields that the declaration names, in the API. */
export const SearchBox = () => {
  const text = useCrudText()
  const label = text('crud.search', { name: useNameInSentence()(useDeclaration(), 2) })
  const { filterValues, setFilters } = useListContext()
  const searched = String(filterValues.q ?? '')
  /** What was typed and is not searched yet. */
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === searched) setTyped(null)

  const search = useEvent(() => {
    if (typed !== null) setFilters({ ...filterValues, q: typed })
  })
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(search, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, search])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    search()
  }
  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <Search fontSize="small" />
        <input
          type="search"
          value={typed ?? searched}
          onChange={event => setTyped(event.target.value)}
          placeholder={label}
          aria-label={label}
          enterKeyHint="search"
          autoComplete="off"
        />
      </form>
    </search>
  )
}
