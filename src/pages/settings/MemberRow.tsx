import { isOwnAuth } from '../../authProvider/ownAuth'
import { useMe } from '../../authProvider/useMe'
import type { Membership } from '../../core'
import { ActionButton } from '../../crud/actions/ActionButton'
import type { StoredImage } from '../../schema'
import { Thumbnail } from '../../ui/files/Thumbnail'
import { useDisplay } from '../../ui/format/display'
import { formatDateOf } from '../../ui/format/times'
import { RoleSelect } from './RoleSelect'
import styles from './settings.module.css'
import { useChangeMember } from './useChangeMember'
import { useText } from './useText'

/** For people who may not read users, too. */
export type TenantMember = Membership & {
  userName: string | null
  userEmail: string
  userAvatar: Pick<StoredImage, 'url' | 'alt'> | null
}

export const MemberRow = ({ member }: { member: TenantMember }) => {
  const text = useText()
  const display = useDisplay()
  const { data: me } = useMe()
  const { change, isPending } = useChangeMember(member)
  const { userName, userEmail, userAvatar, role, isActive, joinedAt, userId } = member
  const name = userName || userEmail
  return (
    <li className={styles.member} aria-busy={isPending}>
      <Thumbnail image={userAvatar} name={name} isDecoration isRound />
      <div className={styles.who}>
        <p className={styles.name}>
          {name}
          {userId === me?.id && <span className={styles.tag}>{text('settings.you')}</span>}
          {!isActive && <span className={styles.tag}>{text('settings.inactive')}</span>}
        </p>
        {userName && <p className={styles.email}>{userEmail}</p>}
      </div>
      <p className={styles.joined}>{text('settings.joined', { date: formatDateOf(joinedAt, display) })}</p>
      <div className={styles.role}>
        <RoleSelect
          label={text('settings.roleOf', { name: name })}
          value={role}
          onChange={value => change({ role: value })}
        />
      </div>
      <ActionButton record={member} name={isActive ? 'deactivate' : 'activate'} recordName={name} />
      {isOwnAuth && userId !== me?.id && <ActionButton record={member} name="endSessions" recordName={name} />}
    </li>
  )
}
