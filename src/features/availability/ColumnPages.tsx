import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import styles from './availability.module.css'
import { useText } from './useText'
import type { TimelineColumns } from './useTimelineColumns'

export const ColumnPages = ({ view: { from, until, total, page } }: { view: TimelineColumns }) => {
  const text = useText()
  return (
    <span className={styles.pages}>
      <button
        type="button"
        aria-label={text('availability.previousColumns')}
        disabled={from === 0}
        onClick={() => page(-1)}
      >
        <ChevronLeft fontSize="small" />
      </button>
      <button
        type="button"
        aria-label={text('availability.nextColumns')}
        disabled={until >= total}
        onClick={() => page(1)}
      >
        <ChevronRight fontSize="small" />
      </button>
      <small>{text('availability.columns', { from: from + 1, to: until, total })}</small>
    </span>
  )
}
