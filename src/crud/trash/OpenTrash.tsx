import DeleteOutline from '@mui/icons-material/DeleteOutline'
import Button from '@mui/material/Button'
import { useCanAccess } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router'
import { DialogFrame } from '../../ui/screen/DialogFrame'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { TrashedRecords } from './TrashedRecords'
import { useTrashText } from './useTrashText'

const OpenTrash = () => {
  const text = useTrashText()
  const resource = useDeclaration()
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'delete' })
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!canAccess) return null
  if (resource.screens)
    return (
      <Button component={Link} to={`${resource.screens.base}/trash`} startIcon={<DeleteOutline />}>
        {text('crud.trash')}
      </Button>
    )
  return (
    <>
      <Button startIcon={<DeleteOutline />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text('crud.trash')}
      </Button>
      {isOpen && (
        <DialogFrame
          title={text('crud.trash.title', { name: text(resourceKeys(resource).page('list')) })}
          maxWidth="md"
          isTall
          isGrowing
          actions={<Button onClick={close}>{text('crud.close')}</Button>}
          onClose={close}
        >
          <TrashedRecords />
        </DialogFrame>
      )}
    </>
  )
}

export default OpenTrash
