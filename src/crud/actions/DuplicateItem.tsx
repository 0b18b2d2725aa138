import MenuItem from '@mui/material/MenuItem'
import type { RaRecord } from 'ra-core'
import { useLocation } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { createAddress } from '../../schema'
import { useFormAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import { copyOf } from './copyOf'

export const DuplicateItem = ({ record }: { record: RaRecord }) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const navigate = useStableNavigate()
  const { pathname } = useLocation()
  const address = useFormAddress(resource)
  const base = resource.screens?.base
  // Only the list has its dialogs.
  const to = base && pathname.replace(/\/+$/, '') !== base ? createAddress(resource) : address('create')
  const duplicate = () => {
    const startingValues = copyOf(resource, record, name => text('crud.duplicate.of', { name }))
    navigate(to, { state: { isOpenedHere: true, startingValues } })
  }
  return <MenuItem onClick={duplicate}>{text('crud.duplicate')}</MenuItem>
}
