import Button from '@mui/material/Button'
import type { RaRecord } from 'ra-core'
import { ActionLabel } from './ActionLabel'
import { useOfferedActions } from './useOfferedActions'
import { useStartAction } from './useStartAction'

interface ActionButtonProps {
  record: RaRecord
  name: string
  recordName?: string
  describedBy?: string
}

/** Absent unless offered. */
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
