import { type ReactNode, Suspense } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { NavGroup } from '../../layout/sidebars/NavGroup'
import { ReturnToApp } from '../../layout/sidebars/ReturnToApp'
import { TenantButton } from '../../layout/sidebars/TenantButton'

/** The last group is a heading for the person's menu below. */
const SettingsSidebar = ({ children }: { children: ReactNode }) => {
  const text = useMachineText()
  return (
    <>
      <TenantButton />
      <ReturnToApp />
      <Suspense fallback={null}>{children}</Suspense>
      <NavGroup label={text('nav.account')} />
    </>
  )
}

export default SettingsSidebar
