import Tune from '@mui/icons-material/TuneOutlined'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { lazy, Suspense, useId, useState } from 'react'
import { Loading } from '../../show'
import styles from './availability.module.css'
import type { FiltersProps } from './Filters'
import { useText } from './useText'
import type { ViewState } from './viewState'

const Filters = lazy(() => import('./Filters'))

const isGrid = ({ view }: ViewState): boolean => view === 'day' || view === 'week'

const countOf = (state: ViewState): number =>
  [
    state.itemId,
    state.channelId,
    !state.itemId && state.resourceTypeId,
    isGrid(state) && state.resourceId,
    isGrid(state) && state.isWholeDay,
    state.view === 'list' && state.withUnavailable,
  ].filter(Boolean).length

export const FiltersButton = (props: FiltersProps) => {
  const text = useText()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const count = countOf(props.state)
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        className={styles.barButton}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        aria-label={count > 0 ? text('availability.filtersSet', { smart_count: count }) : text('availability.filters')}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <Tune fontSize="small" />
        <span className={styles.barName}>{text('availability.filters')}</span>
        {count > 0 && <span className={styles.count}>{count}</span>}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { id, role: 'dialog', 'aria-label': text('availability.filters'), className: styles.filterBox },
        }}
      >
        <Suspense fallback={<Loading>{text('loading', { title: text('availability.filters') })}</Loading>}>
          <Filters {...props} />
        </Suspense>
        <div className={styles.filterEnd}>
          {count > 0 && (
            <Button
              size="small"
              onClick={() =>
                props.change({
                  ...{ itemId: null, variantId: null, channelId: null, quantity: null, duration: null, why: null },
                  ...{ resourceTypeId: null, resourceId: null, first: null, isWholeDay: false, withUnavailable: false },
                })
              }
            >
              {text('availability.clearFilters')}
            </Button>
          )}
          <Button size="small" variant="contained" onClick={() => setAnchor(null)}>
            {text('availability.done')}
          </Button>
        </div>
      </Popover>
    </>
  )
}
