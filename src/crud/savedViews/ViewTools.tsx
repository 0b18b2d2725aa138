import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { Row } from '../../ui/layout'
import { openingView } from '../addresses'
import { BrokenFilters } from './BrokenFilters'
import { type SavedView, useSavedViews } from './context'
import { focusOpenTab } from './focusOpenTab'
import { MissingView } from './MissingView'
import styles from './savedViews.module.css'
import { useSavedViewText } from './useSavedViewText'
import { useViewRights } from './useViewRights'
import { useViewState } from './useViewState'
import { useViewWrites } from './useViewWrites'

const ViewDialog = lazy(() => import('./ViewDialog'))

const SaveAs = ({ isNew }: { isNew: boolean }) => {
  const text = useSavedViewText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {text(isNew ? 'crud.savedViews.saveNew' : 'crud.savedViews.saveAs')}
      </Button>
      {isOpen && (
        <Suspense>
          <ViewDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const Modified = ({ view }: { view: SavedView }) => {
  const text = useSavedViewText()
  const navigate = useStableNavigate()
  const { search } = useLocation()
  const notify = useNotify()
  const { mayChange } = useViewRights()
  const { query } = useViewState()
  const { update, tell } = useViewWrites()
  const [isBusy, setBusy] = useState(false)
  const reset = () => {
    navigate({ search: openingView(search, view.id) })
    focusOpenTab()
  }
  const save = async () => {
    setBusy(true)
    try {
      await update(view, query)
      notify(text('crud.savedViews.saved', { name: view.name }), { type: 'success' })
      reset()
    } catch (error) {
      tell(error)
      setBusy(false)
    }
  }
  return (
    <>
      {mayChange(view) && (
        <Button
          size="small"
          variant="outlined"
          aria-busy={isBusy}
          onClick={() => {
            if (!isBusy) void save()
          }}
        >
          {text('crud.savedViews.save')}
        </Button>
      )}
      <SaveAs isNew={false} />
      <Button size="small" onClick={reset}>
        {text('crud.savedViews.reset')}
      </Button>
    </>
  )
}

const ViewTools = () => {
  const text = useSavedViewText()
  const { open, isMissing = false } = useSavedViews() ?? {}
  const { isModified } = useViewState()
  return (
    <>
      <Row wrap gap="0.25rem" className={styles.tools}>
        <span role="status" className={styles.modified}>
          {open && isModified && text('crud.savedViews.modified')}
        </span>
        {isModified && (open ? <Modified key={open.id} view={open} /> : <SaveAs isNew />)}
      </Row>
      {isMissing && <MissingView />}
      {open && <BrokenFilters view={open} />}
    </>
  )
}

export default ViewTools
