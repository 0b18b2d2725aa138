import Button from '@mui/material/Button'
import { useId } from 'react'
import { invitations } from '../../core'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useDisplay } from '../../ui/format/display'
import { formatDateOf } from '../../ui/format/times'
import styles from './invitations.module.css'
import { type MyInvitation, useAnswer, useMyInvitations } from './useMyInvitations'
import { useText } from './useText'

const Invited = ({ invitation }: { invitation: MyInvitation }) => {
  const text = useText()
  const display = useDisplay()
  const id = useId()
  const { mutate, isPending } = useAnswer(invitation)
  const { tenantName, role, invitedByName, expiresAt } = invitation
  const date = formatDateOf(expiresAt, display)
  const answer = (isAccepted: boolean) => () => {
    if (!isPending) mutate(isAccepted)
  }
  return (
    <li className={styles.invitation} aria-labelledby={id} aria-busy={isPending}>
      <div className={styles.about}>
        <p id={id} className={styles.tenant}>
          {tenantName}
        </p>
        <p className={styles.detail}>
          {[
            text(resourceKeys(invitations).choice('role', role)),
            text('settings.invitedBy', { name: invitedByName }),
            text('settings.invitationStands', { date }),
          ].join(' · ')}
        </p>
      </div>
      <div className={styles.actions}>
        <Button variant="contained" size="small" aria-describedby={id} onClick={answer(true)}>
          {text('invitations.accept')}
        </Button>
        <Button variant="outlined" size="small" aria-describedby={id} onClick={answer(false)}>
          {text('invitations.decline')}
        </Button>
      </div>
    </li>
  )
}

export const InvitationList = ({ data }: { data: readonly MyInvitation[] }) => (
  <ul className={styles.list}>
    {data.map(invitation => (
      <Invited key={invitation.id} invitation={invitation} />
    ))}
  </ul>
)

export const MyInvitations = () => {
  const text = useText()
  const id = useId()
  const { data = [] } = useMyInvitations()
  if (data.length === 0) return null
  return (
    <section className={styles.invitations} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {text('invitations.title')}
      </h2>
      <InvitationList data={data} />
    </section>
  )
}
