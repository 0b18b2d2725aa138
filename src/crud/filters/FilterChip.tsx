import Close from '@mui/icons-material/Close'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Popover from '@mui/material/Popover'
import { useListFilterContext } from 'ra-core'
import { lazy, type MouseEvent, Suspense, startTransition, useEffect, useId, useRef, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { filterFieldsOf } from '../../schema'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { filterSources, isFilterSet } from './filterSources'
import styles from './filters.module.css'

const popoverSize = { minWidth: 224, maxWidth: 'min(384px, calc(100vw - 32px))', mt: 0.5, px: 2, py: 1.5 }

const FilterForm = lazy(() => import('./FilterForm'))
// Most lists open without a filter.
const FilterText = lazy(() => import('./FilterText'))

interface FilterChipProps {
  name: string
  isOpenAtFirst?: boolean
  onDismiss?: () => void
}

export const FilterChip = ({ name, isOpenAtFirst = false, onDismiss }: FilterChipProps) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const { filterValues, setFilters } = useListFilterContext()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpening] = useState(isOpenAtFirst)
  useEffect(() => {
    if (isOpening) setAnchor(button.current)
  }, [isOpening])
  const [, field] = filterFieldsOf(resource).find(([each]) => each === name) ?? []
  if (!field) return null
  const label = text(resourceKeys(resource).field(name))
  const sources = filterSources(name, field)
  const isSet = isFilterSet(name, field, filterValues)
  const open = ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    const show = () => setAnchor(currentTarget)
    // Letters typed right after Enter would be lost.
    const isKey = detail === 0
    if (isKey) show()
    else startTransition(show)
  }
  const close = () => {
    setAnchor(null)
    if (!isSet) onDismiss?.()
  }
  const remove = () =>
    setFilters(Object.fromEntries(Object.entries(filterValues).filter(([source]) => !sources.includes(source))))
  return (
    <span className={isSet ? `${styles.chip} ${styles.set}` : styles.chip}>
      <button
        ref={button}
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? id : undefined}
        onClick={open}
      >
        <span>
          {label}
          {isSet && (
            <>
              {': '}
              <strong>
                <Suspense fallback="…">
                  <FilterText resource={resource} name={name} field={field} values={filterValues} />
                </Suspense>
              </strong>
            </>
          )}
        </span>
        {!isSet && <ExpandMore fontSize="small" />}
      </button>
      {isSet && (
        <button
          type="button"
          className={styles.remove}
          aria-label={text('crud.filter.remove', { name: label })}
          onClick={remove}
        >
          <Close fontSize="small" />
        </button>
      )}
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { id, role: 'dialog', 'aria-label': label, sx: popoverSize } }}
      >
        <Suspense fallback={null}>
          <FilterForm resource={resource} name={name} field={field} />
        </Suspense>
      </Popover>
    </span>
  )
}
