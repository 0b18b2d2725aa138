import Upload from '@mui/icons-material/Upload'
import Button from '@mui/material/Button'
import { usePermissions } from 'ra-core'
import { Link } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { hasRole, mayAccess, type Role } from '../../schema'
import { useDeclaration } from '../declaration'

/** Absent for those who may not. */
export const ImportButton = () => {
  const text = useMachineText()
  const { import: declared, access, screens } = useDeclaration()
  const { permissions = null } = usePermissions<Role | null>()
  if (declared === undefined || !hasRole(permissions, 'admin') || !mayAccess(permissions, access, 'create')) return null
  return (
    <Button component={Link} to={`${screens?.base}/import`} startIcon={<Upload />}>
      {text('crud.import')}
    </Button>
  )
}
