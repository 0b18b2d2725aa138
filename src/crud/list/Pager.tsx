import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import IconButton from '@mui/material/IconButton'
import { type ListControllerResult, useListPaginationContext } from 'ra-core'
import { memo, useId } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { Row } from '../../ui/layout'
import styles from './list.module.css'

const shortest = 10
const pageSizes = [shortest, 25, 50, 100]

type PagesProps = Pick<ListControllerResult, 'page' | 'perPage' | 'total' | 'setPage' | 'setPerPage'>

export const Pages = ({ page, perPage, total = 0, setPage, setPerPage }: PagesProps) => {
  const text = useMachineText()
  const id = useId()
  if (total <= shortest) return null
  const last = Math.ceil(total / perPage)
  return (
    <Row as="nav" gap="0.5rem" justify="flex-end" className={styles.pager} aria-label={text('crud.list.pages')}>
      <label htmlFor={id}>{text('ra.navigation.page_rows_per_page')}</label>
      <select id={id} value={perPage} onChange={event => setPerPage(Number(event.target.value))}>
        {[...new Set([...pageSizes, perPage])]
          .sort((a, b) => a - b)
          .map(size => (
            <option key={size}>{size}</option>
          ))}
      </select>
      <span className={styles.range}>
        {text('ra.navigation.page_range_info', {
          offsetBegin: (page - 1) * perPage + 1,
          offsetEnd: Math.min(page * perPage, total),
          total,
        })}
      </span>
      <IconButton
        size="small"
        disabled={page <= 1}
        aria-label={text('ra.navigation.previous')}
        onClick={() => setPage(page - 1)}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton
        size="small"
        disabled={page >= last}
        aria-label={text('ra.navigation.next')}
        onClick={() => setPage(page + 1)}
      >
        <ChevronRight />
      </IconButton>
    </Row>
  )
}

export const Pager = memo(() => <Pages {...useListPaginationContext()} />)
