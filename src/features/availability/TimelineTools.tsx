import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { lazy, Suspense } from 'react'
import { useText } from '../../i18n/useText'
import styles from './availability.module.css'
import { Choose } from './Choose'
import type { TimelineColumns } from './useTimelineColumns'
import type { ChangeView, ViewState } from './viewState'

/** Searching takes more code than choosing from a few. */
const ResourcePicker = lazy(() => import('./ResourcePicker'))

interface TimelineToolsProps {
  state: ViewState
  change: ChangeView
  view: TimelineColumns
  fitting: number
}

/** The bar above a timeline: which resource, which hours, and the way to columns that do not fit. */
export const TimelineTools = ({ state, change, view, fitting }: TimelineToolsProps) => {
  const text = useText()
  const { isWeek, shown, only, from, until, total } = view
  const { resources, offset } = shown
  return (
    <div className={styles.tools}>
      {(isWeek || only || shown.total > fitting) && shown.total > 0 && (
        <div className={styles.resource}>
          {shown.total > resources.length || offset > 0 ? (
            <Suspense>
              <ResourcePicker
                resourceTypeId={state.resourceTypeId}
                resourceId={isWeek ? (only?.id ?? null) : state.resourceId}
                onChange={resourceId => change({ resourceId })}
              />
            </Suspense>
          ) : (
            <Choose
              label={text('availability.resource')}
              value={only?.id ?? ''}
              choices={resources}
              {...(!isWeek && { none: text('availability.allResources') })}
              onChange={id => change({ resourceId: id || null })}
            />
          )}
        </div>
      )}
      <FormControlLabel
        label={text('availability.allHours')}
        control={
          <Checkbox
            size="small"
            checked={state.isWholeDay}
            onChange={(_, isWholeDay) => change({ isWholeDay }, { replace: true })}
          />
        }
      />
      {total > fitting && resources.length > 0 && (
        <div className={styles.pages}>
          <Button size="small" startIcon={<ChevronLeft />} disabled={from === 0} onClick={() => view.page(-1)}>
            {text('availability.previousColumns')}
          </Button>
          <span>{text('availability.columns', { from: from + 1, to: until, total })}</span>
          <Button size="small" endIcon={<ChevronRight />} disabled={until >= total} onClick={() => view.page(1)}>
            {text('availability.nextColumns')}
          </Button>
        </div>
      )}
    </div>
  )
}
