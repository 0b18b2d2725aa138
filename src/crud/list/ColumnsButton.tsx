import ViewColumn from '@mui/icons-material/ViewColumn'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'

const ColumnsMenu = lazy(() => import('./ColumnsMenu'))

export const ColumnsButton = () => {
  const translate = useMachineText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('ra.action.select_columns')}
      </Button>
      {anchor && (
        <Suspense>
          <ColumnsMenu anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
