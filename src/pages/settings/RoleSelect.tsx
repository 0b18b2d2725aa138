import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { type Membership, memberships } from '../../core'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useText } from './useText'

type MemberRole = Membership['role']

interface RoleSelectProps {
  label: string
  value: MemberRole
  onChange: (role: MemberRole) => void
}

export const RoleSelect = ({ label, value, onChange }: RoleSelectProps) => {
  const translate = useText()
  return (
    <Select
      size="small"
      fullWidth
      value={value}
      onChange={event => onChange(event.target.value)}
      slotProps={{ input: { 'aria-label': label } }}
    >
      {memberships.fields.role.options.values.map(role => (
        <MenuItem key={role} value={role}>
          {translate(resourceKeys(memberships).choice('role', role))}
        </MenuItem>
      ))}
    </Select>
  )
}
