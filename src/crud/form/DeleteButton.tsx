import Button from '@mui/material/Button'
import { type RaRecord, useRecordContext } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useDeclaration } from '../declaration'
import { useMayChange } from '../useMayChange'

const DeleteDialog = lazy(() => import('./DeleteDialog'))

const atTheStart = { mr: 'auto' }

/** Deletes the record in context after a confirmation. */
export const DeleteButton = ({ onDeleted }: { onDeleted: () => void }) => {
  const text = useMachineText()
  const { isKept } = useDeclaration()
  const record = useRecordContext<RaRecord>()
  const mayDelete = useMayChange('delete', record)
  const [isAsking, setAsking] = useState(false)
  if (!mayDelete || !record || isKept?.(record)) return null
  return (
    <>
      <Button color="error" sx={atTheStart} onClick={() => setAsking(true)}>
        {text('crud.delete')}
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <DeleteDialog record={record} onDeleted={onDeleted} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
