import type { Role } from './access'
import { actionRole, offersOf } from './action'
import type { AnyResource } from './resource'

/** Replaces an action's name in the audit log. */
export const takingBack = 'takeBack'

interface Taken {
  action: string
  via: string | null
}

/** Null if nobody can take it back, as after an action of code. */
export const takeBackRole = (resource: AnyResource, { action, via }: Taken): Role | null => {
  const { access, notTakenBack, scope } = resource
  if (notTakenBack !== undefined || (scope === 'platform' && !access.ownTenant)) return null
  const { write } = access.ownTenant ?? access
  if (write === 'nobody') return null
  if (action === 'updated' || action === 'status_changed') {
    if (via === null || via === takingBack) return write
    const done = offersOf(resource).find(({ name }) => name === via)?.action
    const isElsewhere = done?.isCoded || done?.calledBy || done?.creates || done?.along
    return !done || isElsewhere || done.tone === 'danger' ? null : actionRole(resource, done)
  }
  if (scope === 'platform' || (via !== null && via !== takingBack)) return null
  if (action === 'created') return access.delete ?? write
  return action === 'deleted' ? (access.create ?? write) : null
}
