import Button from '@mui/material/Button'
import { useListContext } from 'ra-core'
import { ActionLabel } from './ActionLabel'
import { useActionsOn } from './useOfferedActions'
import { useStartAction } from './useStartAction'

export const ManyActions = () => {
  const { selectedIds, onSelect } = useListContext()
  const { start, dialog } = useStartAction({ ids: selectedIds, onRefused: onSelect })
  return (
    <>
      {useActionsOn('many').map(named => (
        <Button
          key={named.name}
          size="small"
          variant="outlined"
          color={named.action.tone === 'danger' ? 'error' : 'primary'}
          onClick={() => start(named)}
        >
          <ActionLabel named={named} />
        </Button>
      ))}
      {dialog}
    </>
  )
}
