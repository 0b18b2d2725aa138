import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'

const AddFilterMenu = lazy(() => import('./AddFilterMenu'))

interface AddFilterProps {
  names: readonly string[]
  onAdd: (name: string) => void
}

export const AddFilter = ({ names, onAdd }: AddFilterProps) => {
  const text = useMachineText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<Add />}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {text('crud.filter.add')}
      </Button>
      {anchor && (
        <Suspense>
          <AddFilterMenu anchor={anchor} names={names} onAdd={onAdd} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
