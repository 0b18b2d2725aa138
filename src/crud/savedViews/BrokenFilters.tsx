import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { useState } from 'react'
import { filterFieldsOf } from '../../schema'
import { useDeclaration } from '../declaration'
import { filterSources } from '../filters/filterSources'
import { resourceKeys } from '../text/resourceKeys'
import type { SavedView } from './context'
import { without } from './relativeDates'
import styles from './savedViews.module.css'
import { useSavedViewText } from './useSavedViewText'
import { useViewRights } from './useViewRights'
import { useViewWrites } from './useViewWrites'

const BrokenFilter = ({ view, param }: { view: SavedView; param: string }) => {
  const text = useSavedViewText()
  const resource = useDeclaration()
  const { filterValues, setFilters } = useListContext()
  const { mayChange } = useViewRights()
  const { update, tell } = useViewWrites()
  const [isBusy, setBusy] = useState(false)
  const [field] = filterFieldsOf(resource).find(([each, one]) => filterSources(each, one).includes(param)) ?? []
  const name = field ? text(resourceKeys(resource).field(field)) : param
  // The list omits unknown filters.
  const isKnown = param in view.resolved
  const isAsked = filterValues[param] !== undefined
  if (isKnown && !isAsked) return null
  const remove = () => {
    if (!mayChange(view)) setFilters(without(filterValues, [param]))
    else if (!isBusy) {
      setBusy(true)
      update(view, { filters: without(view.filters, [param]) }).catch(error => {
        tell(error)
        setBusy(false)
      })
    }
  }
  return (
    <Alert
      severity="warning"
      variant="outlined"
      className={styles.notice}
      action={
        (isKnown || mayChange(view)) && (
          <Button size="small" color="inherit" aria-busy={isBusy} onClick={remove}>
            {text('crud.filter.remove', { name })}
          </Button>
        )
      }
    >
      {text(isKnown ? 'crud.savedViews.gone' : 'crud.savedViews.unknown', { name })}
    </Alert>
  )
}

export const BrokenFilters = ({ view }: { view: SavedView }) =>
  view.brokenFilters.map(param => <BrokenFilter key={param} view={view} param={param} />)
