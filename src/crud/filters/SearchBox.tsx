import Search from '@mui/icons-material/Search'
import { useEvent, useListFilterContext } from 'ra-core'
import { type FormEvent, useEffect, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useDeclaration } from '../declaration'
import { useInlineName } from '../text/useInlineName'
import styles from './filters.module.css'

const pauseMs = 300

export const SearchBox = () => {
  const text = useMachineText()
  const label = text('crud.search', { name: useInlineName()(useDeclaration(), 2) })
  const { filterValues, setFilters } = useListFilterContext()
  const searched = String(filterValues.q ?? '')
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
