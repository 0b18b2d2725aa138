import MenuItem from '@mui/material/MenuItem'
import type { RaRecord } from 'ra-core'
import { useLocation } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { formStyle } from '../../schema'
import { dialogParam, useFormAddress, withParam } from '../addresses'
import { useDeclaration } from '../declaration'
import { copyOf } from './copyOf'

export const DuplicateItem = ({ record }: { record: RaRecord }) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const navigate = useStableNavigate()
  const { pathname } = useLocation()
  const address = useFormAddress(resource)
  const base = resource.screens?.base
  const isDialog = base !== undefined && formStyle(resource, 'create') === 'dialog'
  // Only the list has its dialogs.
  const to =
    isDialog && pathname.replace(/\/+$/, '') !== base
      ? { pathname: base, search: withParam('', dialogParam(resource, 'create'), 'true') }
      : address('create')
  const duplicate = () => {
    const startingValues = copyOf(resource, record, name => text('crud.duplicate.of', { name }))
    navigate(to, { state: { isOpenedHere: true, startingValues } })
  }
  return <MenuItem onClick={duplicate}>{text('crud.duplicate')}</MenuItem>
}
