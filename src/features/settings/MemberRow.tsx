import Button from '@mui/material/Button'
import { useNotify, useUpdate } from 'ra-core'
import { isOwnAuth } from '../../authProvider/ownAuth'
import { useMe } from '../../authProvider/useMe'
import { ActionButton } from '../../crud/actions/ActionButton'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { type Membership, memberships } from '../../resources/memberships'
import type { StoredImage } from '../../schema'
import { useFailure } from '../../ui/failure/useFailure'
import { Thumbnail } from '../../ui/files/Thumbnail'
import { type Display, useDisplay } from '../../ui/format/display'
import { RoleSelect } from './RoleSelect'
import styles from './settings.module.css'
import { useText } from './useText'

/** A member as the list returns it, with a name even for people who may not read users. */
export type TenantMember = Membership & {
  userName: string | null
  userEmail: string
  userAvatar: Pick<StoredImage, 'url' | 'alt'> | null
}

const keys = resourceKeys(memberships)

const dateOf = (instant: string, { locale, timeZone }: Display): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }).format(Date.parse(instant))

/** One member; changes are saved at once. */
export const MemberRow = ({ member }: { member: TenantMember }) => {
  const text = useText()
  const failureOf = useFailure()
  const notify = useNotify()
  const display = useDisplay()
  const { data: me } = useMe()
  const [update, { isPending }] = useUpdate(memberships.name)
  const { id, tenantId, userName, userEmail, userAvatar, role, isActive, joinedAt, userId } = member

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
  return (
    <li className={styles.member} aria-busy={isPending}>
      <Thumbnail image={userAvatar} name={userName || userEmail} isDecoration isRound />
      <div className={styles.who}>
        <p className={styles.name}>
          {userName || userEmail}
          {userId === me?.id && <span className={styles.tag}>{text('settings.you')}</span>}
          {!isActive && <span className={styles.tag}>{text('settings.inactive')}</span>}
        </p>
        {userName && <p className={styles.email}>{userEmail}</p>}
      </div>
      <p className={styles.joined}>{text('settings.joined', { date: dateOf(joinedAt, display) })}</p>
      <div className={styles.role}>
        <RoleSelect
          label={text('settings.roleOf', { name: userName || userEmail })}
          value={role}
          onChange={value => change({ role: value })}
        />
      </div>
      <Button variant="outlined" size="small" onClick={() => change({ isActive: !isActive })}>
        {text(isActive ? 'settings.deactivate' : 'settings.activate')}
      </Button>
      {isOwnAuth && userId !== me?.id && (
        <ActionButton record={member} name="endSessions" recordName={userName || userEmail} />
      )}
    </li>
  )
}
