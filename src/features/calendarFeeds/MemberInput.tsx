import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useGetList } from 'ra-core'
import { useEffect } from 'react'
import { useController } from 'react-hook-form'
import { hasRole } from '../../declare'
import { memberships } from '../../resources/memberships'
import { InputFrame, type InputProps, useMe, useRole, useTenant } from '../../show'
import { useText } from './useText'

interface Member {
  id: string
  userName: string | null
  userEmail: string
}

const MemberInput = (props: InputProps<'reference'>) => {
  const text = useText()
  const { field, fieldState } = useController({ name: props.name })
  const { tenantId } = useTenant()
  const { data: me } = useMe()
  const role = useRole()
  const { data: members = [] } = useGetList<Member>(
    memberships.name,
    { pagination: { page: 1, perPage: 500 }, meta: { tenantId } },
    { enabled: role !== null && hasRole(role, 'owner') },
  )
  const own = me?.memberships.find(one => one.tenantId === tenantId)?.id
  const choices = [
    ...(own ? [{ id: own, name: text('calendarFeeds.own') }] : []),
    ...members.flatMap(({ id, userName, userEmail }) => (id === own ? [] : { id, name: userName ?? userEmail })),
  ]
  const isKnown = choices.some(({ id }) => id === field.value)
  const { onChange, value } = field
  useEffect(() => {
    if (!value && own) onChange(own)
  }, [value, own, onChange])
  return (
    <InputFrame input={props} error={fieldState.error?.message}>
      <TextField
        select
        size="small"
        fullWidth
        disabled={props.record !== undefined}
        value={isKnown ? value : ''}
        onChange={event => onChange(event.target.value)}
        slotProps={{ select: { SelectDisplayProps: { 'aria-label': text('calendarFeeds.member') } } }}
      >
        {choices.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </InputFrame>
  )
}

export default MemberInput
