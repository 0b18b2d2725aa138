import { usePermissions } from 'ra-core'
import { serverNow } from '../../dataProvider/serverClock'
import {
  type ActionTarget,
  actionRole,
  actionsOf,
  type DeclaredAction,
  hasRole,
  isOffered,
  type Role,
} from '../../schema'
import { useDeclaration } from '../declaration'

export interface NamedAction {
  name: string
  action: DeclaredAction
}

/** The declared actions with a generated button that this person may run on these targets, in declared order. */
export const useActionsOn = (...targets: ActionTarget[]): NamedAction[] => {
  const resource = useDeclaration()
  const { permissions = null } = usePermissions<Role | null>()
  return actionsOf(resource)
    .filter(([, action]) => targets.includes(action.on) && action.button !== 'own')
    .filter(([, action]) => hasRole(permissions, actionRole(resource, action)))
    .map(([name, action]) => ({ name, action }))
}

/** The actions that a record offers now. */
export const useOfferedActions = (record: Readonly<Record<string, unknown>>): NamedAction[] =>
  useActionsOn('record', 'many').filter(({ action }) => isOffered(action, record, serverNow()))
