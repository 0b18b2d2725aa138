import { useNotify, useUpdate } from 'ra-core'
import { type Membership, memberships } from '../../core'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useFailure } from '../../ui/failure/useFailure'
import { useText } from './useText'

const keys = resourceKeys(memberships)

export const useChangeMember = (member: Membership) => {
  const text = useText()
  const failureOf = useFailure()
  const notify = useNotify()
  const [update, { isPending }] = useUpdate(memberships.name)
  const { id, tenantId } = member
  const change = (data: Partial<Membership>) =>
    update(
      memberships.name,
      { id, data, previousData: member, meta: { tenantId } },
      {
        onSuccess: () => notify(text(keys.notification('updated')), { type: 'success' }),
        onError: error => {
          const { isSignedOut, detail } = failureOf(error)
          if (!isSignedOut) notify(`${text(keys.notification('updateFailed'))}. ${detail}`, { type: 'error' })
        },
      },
    )
  return { change, isPending }
}
