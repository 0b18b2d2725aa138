import { usePermissions } from 'ra-core'
import { hasRole, type Role } from '../../schema'
import type { SavedView } from './context'

/** See docs/domain.md#saved-views. */
export const useViewRights = () => {
  const { permissions: role = null } = usePermissions<Role | null>()
  const isAdmin = hasRole(role, 'admin')
  return {
    mayShare: hasRole(role, 'staff'),
    mayMakeDefault: isAdmin,
    mayChange: ({ isMine }: SavedView): boolean => isMine || isAdmin,
  }
}
