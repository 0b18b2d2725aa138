import Button from '@mui/material/Button'
import { type RaRecord, useCanAccess, useRecordContext } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useDeclaration } from '../declaration'

const DeleteDialog = lazy(() => import('./DeleteDialog'))

const atTheStart = { mr: 'auto' }

/** Deletes the record in context after a confirmation. */
export const DeleteButton = ({ onDeleted }: { onDeleted: () => void }) => {
  const text = useMachineText()
  const { name, isKept } = useDeclaration()
  const record = useRecordContext()
  const { canAccess } = useCanAccess({ resource: name, action: 'delete' })
  const [isAsking, setAsking] = useState(false)
  if (!canAccess || !record || isKept?.(record)) return null
  return (
    <>
      <Button color="error" sx={atTheStart} onClick={() => setAsking(true)}>
        {text('crud.delete')}
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <DeleteDialog record={record as RaRecord} onDeleted={onDeleted} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
