import Drawer from '@mui/material/Drawer'
import type { ReactNode } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useSidebar } from '../SidebarProvider'
import styles from './sidebar.module.css'

const Sheet = ({ children }: { children: ReactNode }) => {
  const text = useMachineText()
  const { isSheetOpen, closeSheet } = useSidebar()
  return (
    <Drawer
      open={isSheetOpen}
      onClose={closeSheet}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-label': text('nav.sheet'), sx: { width: '18rem' } },
      }}
    >
      <div className={styles.sheet}>{children}</div>
    </Drawer>
  )
}

export default Sheet
