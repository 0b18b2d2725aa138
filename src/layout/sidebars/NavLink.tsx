import type SvgIcon from '@mui/material/SvgIcon'
import { Link, useLocation } from 'react-router'
import { isSamePath, isUnder } from '../../routing/isUnder'
import { useSidebar } from '../SidebarProvider'
import styles from './sidebar.module.css'

interface NavLinkProps {
  to: string
  label: string
  icon: typeof SvgIcon
  isExact?: boolean
}

/** A sidebar's link, marked on its own screen. */
export const NavLink = ({ to, label, icon: Icon, isExact = to === '/' }: NavLinkProps) => {
  const { pathname } = useLocation()
  const { isCollapsed } = useSidebar()
  const isCurrent = isExact ? isSamePath(pathname, to) : isUnder(pathname, to)
  return (
    <li>
      <Link
        to={to}
        className={styles.item}
        aria-current={isCurrent ? 'page' : undefined}
        data-tip={isCollapsed ? label : undefined}
      >
        <Icon fontSize="small" />
        <span className={styles.label}>{label}</span>
      </Link>
    </li>
  )
}
