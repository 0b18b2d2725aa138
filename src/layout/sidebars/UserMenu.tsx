import UnfoldMore from '@mui/icons-material/UnfoldMoreOutlined'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '../../authProvider/useMe'
import { useText } from '../../i18n/useText'
import { initials } from '../initials'
import { useSidebar } from '../SidebarProvider'
import styles from './sidebar.module.css'

const load = () => import('./UserMenuItems')
const UserMenuItems = lazy(load)

/** Who is signed in, at the foot of the sidebar, and the way out. */
export const UserMenu = () => {
  const text = useText()
  const { isCollapsed } = useSidebar()
  const { data: me } = useMe()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const email = me?.email ?? ''
  return (
    <>
      <button
        type="button"
        className={`${styles.item} ${styles.user}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        data-tip={isCollapsed ? email : undefined}
        onPointerEnter={load}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <span className={styles.avatar} aria-hidden="true">
          {me?.avatarUrl ? <img src={me.avatarUrl} alt="" /> : initials(me?.name, email)}
        </span>
        <span className={styles.userText}>
          <span className={styles.email}>{email}</span>
          {me?.userType === 'superuser' && <span className={styles.badge}>{text('user.superuser')}</span>}
        </span>
        <UnfoldMore fontSize="small" className={styles.more} />
      </button>
      {anchor && (
        <Suspense>
          <UserMenuItems anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
