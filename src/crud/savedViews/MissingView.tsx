import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { isSavedView } from '../addresses'
import { useSavedViews } from './context'
import styles from './savedViews.module.css'
import { useSavedViewText } from './useSavedViewText'

const withoutView = (search: string): string =>
  `${new URLSearchParams(Array.from(new URLSearchParams(search)).filter(each => !isSavedView(...each)))}`

/** A view that was just made is not missing. */
export const MissingView = () => {
  const text = useSavedViewText()
  const { search } = useLocation()
  const navigate = useStableNavigate()
  const refetch = useSavedViews()?.refetch
  useEffect(() => {
    void refetch?.()
  }, [refetch])
  return (
    <Alert
      severity="info"
      variant="outlined"
      className={styles.notice}
      action={
        <Button size="small" color="inherit" onClick={() => navigate({ search: withoutView(search) })}>
          {text('crud.savedViews.dismiss')}
        </Button>
      }
    >
      {text('crud.savedViews.missing')}
    </Alert>
  )
}
