import Button from '@mui/material/Button'
import type { RaRecord } from 'ra-core'
import { ActionLabel } from './ActionLabel'
import { useOfferedActions } from './useOfferedActions'
import { useStartAction } from './useStartAction'

interface ActionButtonProps {
  record: RaRecord
  /** The declared name of the action. */
  name: string
  /** What the record is called, if its declaration cannot tell. */
  recordName?: string
  describedBy?: string
}

/** The button of one action, for screens that place it themselves. Renders nothing unless the record offers it now. */
export const ActionButton = ({ record, name, recordName, describedBy }: ActionButtonProps) => {
  const { start, dialog } = useStartAction({ record, ...(recordName && { name: recordName }) })
  const named = useOfferedActions(record).find(offer => offer.name === name)
  return (
    <>
      {named && (
        <Button variant="outlined" size="small" aria-describedby={describedBy} onClick={() => start(named)}>
          <ActionLabel named={named} />
        </Button>
      )}
      {dialog}
    </>
  )
}
