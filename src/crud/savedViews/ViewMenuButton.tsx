import MoreVert from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useState } from 'react'
import type { SavedView } from './context'
import { useSavedViewText } from './useSavedViewText'

const ViewMenu = lazy(() => import('./ViewMenu'))
const ViewDialog = lazy(() => import('./ViewDialog'))
const DeleteViewDialog = lazy(() => import('./DeleteViewDialog'))

const ViewMenuButton = ({ view }: { view: SavedView }) => {
  const text = useSavedViewText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null)
  const ask = (what: typeof asked) => {
    setAnchor(null)
    setAsked(what)
  }
  const close = () => setAsked(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={text('crud.savedViews.menu', { name: view.name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Suspense>
        {anchor && (
          <ViewMenu
            view={view}
            anchor={anchor}
            onEdit={() => ask('edit')}
            onDelete={() => ask('delete')}
            onClose={() => setAnchor(null)}
          />
        )}
        {asked === 'edit' && <ViewDialog view={view} onClose={close} />}
        {asked === 'delete' && <DeleteViewDialog view={view} onClose={close} />}
      </Suspense>
    </>
  )
}

export default ViewMenuButton
