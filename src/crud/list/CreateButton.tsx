import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { useCanAccess } from 'ra-core'
import { Link } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { useFormAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'

interface CreateButtonProps {
  startingValues?: Readonly<Record<string, unknown>>
}

/** Absent if this person may not create a record. */
export const CreateButton = ({ startingValues }: CreateButtonProps) => {
  const resource = useDeclaration()
  const translate = useMachineText()
  const address = useFormAddress(resource)
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'create' })
  if (!canAccess) return null
  return (
    <Button
      component={Link}
      to={address('create')}
      state={{ isOpenedHere: true, startingValues }}
      variant="contained"
      startIcon={<Add />}
    >
      {translate(resourceKeys(resource).page('create'))}
    </Button>
  )
}
