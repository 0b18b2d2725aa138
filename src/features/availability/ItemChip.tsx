import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useState } from 'react'
import styles from './availability.module.css'
import { useText } from './useText'
import type { ChangeView, ViewState } from './viewState'

const ItemMenu = lazy(() => import('./ItemMenu'))

interface ItemChipProps {
  state: ViewState
  name: string
  change: ChangeView
}

const ItemChip = ({ state, name, change }: ItemChipProps) => {
  const text = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (itemId: string | null, variantId: string | null) => {
    setAnchor(null)
    change({ itemId, variantId, quantity: null, duration: null, why: null })
  }
  return (
    <span className={styles.itemChip} data-is-set={state.itemId ? '' : undefined}>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<ArrowDropDown />}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <span>{state.itemId ? name : text('availability.lookFor')}</span>
      </Button>
      {state.itemId && (
        <IconButton size="small" aria-label={text('availability.lookForAll')} onClick={() => choose(null, null)}>
          <Close fontSize="small" />
        </IconButton>
      )}
      {anchor && (
        <Suspense>
          <ItemMenu
            name={text('availability.lookFor')}
            state={state}
            anchor={anchor}
            onChoose={choose}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </span>
  )
}

export default ItemChip
