import { memo } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { Tenant } from '../../tenant/Tenant'
import { TenantSign } from './TenantSign'
import styles from './tenant.module.css'

interface TenantOptionProps {
  id: string
  tenant: Tenant
  /** The arrow keys have reached it. */
  isMarked: boolean
  isActive: boolean
  onChoose: (id: string) => void
}

/** Memoized: there may be hundreds. */
export const TenantOption = memo(({ id, tenant, isMarked, isActive, onChoose }: TenantOptionProps) => {
  const text = useMachineText()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the focus and handles the keys of the list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      className={styles.option}
      onClick={() => onChoose(tenant.id)}
    >
      <TenantSign tenant={tenant} name={tenant.name} className={styles.sign} />
      <span className={styles.names}>
        <span className={styles.name}>{tenant.name}</span>
        <span className={styles.slug}>{tenant.slug}</span>
      </span>
      {isActive && <span className={styles.active}>{text('tenant.active')}</span>}
    </div>
  )
})
