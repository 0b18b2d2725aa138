import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import { todayIn, useDisplay } from '../../show'
import styles from './availability.module.css'
import { type ColumnPageOptions, useColumnPage } from './useColumnPage'
import { useText } from './useText'
import { useViewState } from './viewState'

/** Counts from the address, not the drawn columns. */
export const ColumnPages = (options: Omit<ColumnPageOptions, 'state' | 'date'>) => {
  const text = useText()
  const { timeZone } = useDisplay()
  const [state, change] = useViewState()
  const { from, until, total, turn } = useColumnPage({ ...options, state, date: state.date ?? todayIn(timeZone) })
  return (
    <span className={styles.pages}>
      <button
        type="button"
        aria-label={text('availability.previousColumns')}
        disabled={from === 0}
        onClick={() => change(turn(-1))}
      >
        <ChevronLeft fontSize="small" />
      </button>
      <button
        type="button"
        aria-label={text('availability.nextColumns')}
        disabled={until >= total}
        onClick={() => change(turn(1))}
      >
        <ChevronRight fontSize="small" />
      </button>
      <small>{text('availability.columns', { from: from + 1, to: until, total })}</small>
    </span>
  )
}
