import UnfoldMore from '@mui/icons-material/UnfoldMoreOutlined'
import { lazy, Suspense, useState } from 'react'
import { useEmail, useMe } from '../../authProvider/useMe'
import { fileAddress } from '../../fileAddress'
import { useMachineText } from '../../i18n/useMachineText'
import { initials } from '../../ui/format/initials'
import { useSidebar } from '../SidebarProvider'
import styles from './sidebar.module.css'

const load = () => import('./UserMenuItems')
const UserMenuItems = lazy(load)

export const UserMenu = () => {
  const text = useMachineText()
  const { isCollapsed } = useSidebar()
  const { data: me } = useMe()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const email = useEmail()
  // The picture may have been replaced.
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const address = me?.avatar ? fileAddress(me.avatar.url) : null
  const picture = address !== brokenUrl ? address : null
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
          {picture ? <img src={picture} alt="" onError={() => setBrokenUrl(picture)} /> : initials(me?.name, email)}
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
