import Button from '@mui/material/Button'
import { ImportButton } from '../imports/ImportButton'
import { ActionLabel } from './ActionLabel'
import { useActionsOn } from './useOfferedActions'
import { useStartAction } from './useStartAction'

const CollectionActions = () => {
  const { start, dialog } = useStartAction({})
  return (
    <>
      <ImportButton />
      {useActionsOn('collection').map(named => (
        <Button key={named.name} variant="outlined" onClick={() => start(named)}>
          <ActionLabel named={named} />
        </Button>
      ))}
      {dialog}
    </>
  )
}

export default CollectionActions
