import { type RaRecord, usePermissions } from 'ra-core'
import { serverNow } from '../../dataProvider/serverClock'
import { type ActionTarget, actionRole, hasRole, isOffered, type NamedAction, offersOf, type Role } from '../../schema'
import { useNow } from '../../ui/useNow'
import { useDeclaration } from '../declaration'
import { useMayChange } from '../useMayChange'

type Values = Readonly<Record<string, unknown>>

const usePermitted = (): NamedAction[] => {
  const resource = useDeclaration()
  const { permissions = null } = usePermissions<Role | null>()
  return offersOf(resource).filter(({ action }) => hasRole(permissions, actionRole(resource, action)))
}

/** In declared order. */
export const useActionsOn = (...targets: ActionTarget[]): NamedAction[] =>
  usePermitted().filter(
    ({ action, undoes }) =>
      !undoes && targets.includes(action.on) && action.button !== 'own' && !(action.file && action.on === 'collection'),
  )

export const useFilesOfList = (): NamedAction[] =>
  usePermitted().filter(({ action }) => action.file && action.on === 'collection')

const rank = ({ action, undoes }: NamedAction, record: Values, now: number): number => {
  if (action.likely?.(record, now)) return 0
  if (action.tone === 'danger') return 3
  return undoes ? 2 : 1
}

export const useOfferedActions = (record: RaRecord): NamedAction[] => {
  const now = Math.max(useNow(), serverNow())
  const isRuled = useDeclaration().rows?.write !== undefined
  const offered = usePermitted().filter(({ action }) => action.on !== 'collection' && isOffered(action, record, now))
  // One rule decides on all actions.
  const mayAct = useMayChange(offered[0]?.name ?? 'edit', record, isRuled)
  return isRuled && !mayAct ? [] : offered.sort((a, b) => rank(a, record, now) - rank(b, record, now))
}
