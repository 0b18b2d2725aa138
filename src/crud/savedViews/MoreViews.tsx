import ExpandMore from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { namedMenu } from '../../ui/namedMenu'
import { openingView } from '../addresses'
import type { SavedView } from './context'
import { useSavedViewText } from './useSavedViewText'

const MoreViews = ({ views }: { views: readonly SavedView[] }) => {
  const text = useSavedViewText()
  const navigate = useStableNavigate()
  const { search } = useLocation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = text('crud.savedViews.more', { smart_count: views.length })
  return (
    <>
      <Button
        size="small"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)} slotProps={namedMenu(label)}>
          {views.map(({ id, name, visibility }) => (
            <MenuItem
              key={id}
              onClick={() => {
                setAnchor(null)
                navigate({ search: openingView(search, id) })
              }}
            >
              {visibility === 'private' ? text('crud.savedViews.private', { name }) : name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}

export default MoreViews
