import Close from '@mui/icons-material/Close'
import ExpandMore from '@mui/icons-material/ExpandMore'
import Popover from '@mui/material/Popover'
import { useListContext, useTranslate } from 'ra-core'
import { lazy, Suspense, useId, useState } from 'react'
import { fieldOf } from '../../schema'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import { FilterText } from './FilterText'
import { filterSources } from './filterSources'
import styles from './filters.module.css'

const popoverSize = { minWidth: 224, maxWidth: 'min(384px, calc(100vw - 32px))', mt: 0.5, px: 2, py: 1.5 }

const FilterForm = lazy(() => import('./FilterForm'))

/** A button that says what the filter is set to and opens its input; a second one takes the filter off. */
export const FilterChip = ({ name }: { name: string }) => {
  const text = useCrudText()
  const translate = useTranslate()
  const resource = useDeclaration()
  const { filterValues, setFilters } = useListContext()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const field = fieldOf(resource, name)
  if (!field) return null
  const label = translate(resourceKeys(resource).field(name))
  const sources = filterSources(name, field)
  const isSet = sources.some(source => filterValues[source] !== undefined)
  const remove = () =>
    setFilters(Object.fromEntries(Object.entries(filterValues).filter(([source]) => !sources.includes(source))))
  return (
    <span className={isSet ? `${styles.chip} ${styles.set}` : styles.chip}>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? id : undefined}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <span>
          {label}
          {isSet && (
            <>
              {': '}
              <strong>
                <FilterText resource={resource} name={name} field={field} values={filterValues} />
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
        onClose={() => setAnchor(null)}
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
