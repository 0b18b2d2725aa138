import Button from '@mui/material/Button'
import { useDelete, useNotify } from 'ra-core'
import { type Invitation, invitations } from '../../core'
import { ActionButton } from '../../crud/actions/ActionButton'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { serverNow } from '../../dataProvider/serverClock'
import { useRole } from '../../layout/useRole'
import { hasRole } from '../../schema'
import { useFailure } from '../../ui/failure/useFailure'
import { useDisplay } from '../../ui/format/display'
import { formatDateOf } from '../../ui/format/times'
import styles from './settings.module.css'
import { useText } from './useText'

export type TenantInvitation = Invitation & { invitedByName: string | null }

const keys = resourceKeys(invitations)

const useStanding = ({ state, expiresAt }: Invitation): string => {
  const text = useText()
  const display = useDisplay()
  if (state !== 'pending') return text(keys.choice('state', state))
  const date = formatDateOf(expiresAt, display)
  return text(Date.parse(expiresAt) > serverNow() ? 'settings.invitationStands' : 'settings.invitationExpired', {
    date,
  })
}

export const InvitationRow = ({ invitation }: { invitation: TenantInvitation }) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const role = useRole()
  const standing = useStanding(invitation)
  const [remove, { isPending }] = useDelete(invitations.name)
  const { id, tenantId, email, invitedByName } = invitation
  const onError = (error: unknown) => {
    const { isSignedOut, detail } = failureOf(error)
    if (!isSignedOut) notify(detail, { type: 'error' })
  }
  const withdraw = () =>
    remove(
      invitations.name,
      { id, previousData: invitation, meta: { tenantId } },
      { onSuccess: () => notify(text(keys.notification('deleted')), { type: 'success' }), onError },
    )
  return (
    <li className={styles.member} aria-labelledby={id} aria-busy={isPending}>
      <div className={styles.who}>
        <p id={id} className={styles.name}>
          {email}
        </p>
        <p className={styles.email}>
          {text(keys.choice('role', invitation.role))}
          {invitedByName && ` · ${text('settings.invitedBy', { name: invitedByName })}`}
        </p>
      </div>
      <p className={styles.standing}>{standing}</p>
      {hasRole(role, invitation.role) && (
        <div className={styles.answers}>
          <ActionButton record={invitation} name="resend" describedBy={id} />
          <Button variant="outlined" size="small" aria-describedby={id} onClick={() => !isPending && withdraw()}>
            {text('settings.withdraw')}
          </Button>
        </div>
      )}
    </li>
  )
}
