import Search from '@mui/icons-material/SearchOutlined'
import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { Tenant } from '../../tenant/Tenant'
import { useTenant } from '../../tenant/TenantProvider'
import { ListSearch, optionIdOf, useMarkedOption } from '../../ui/inputs/ListSearch'
import { Row, Stack } from '../../ui/layout'
import { searchTenants } from './searchTenants'
import { TenantSign } from './TenantSign'
import styles from './tenant.module.css'
import { useSwitchTenant } from './useSwitchTenant'

interface TenantOptionProps {
  id: string
  tenant: Tenant
  isMarked: boolean
  isActive: boolean
  onChoose: (id: string) => void
}

/** There may be hundreds. */
const TenantOption = memo(({ id, tenant, isMarked, isActive, onChoose }: TenantOptionProps) => {
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

export const TenantPicker = ({ onDone }: { onDone: () => void }) => {
  const text = useMachineText()
  const { tenants, tenantId, isLoading, error } = useTenant()
  const switchTenant = useSwitchTenant()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const shown = useMemo(() => searchTenants(tenants, tenantId, wanted), [tenants, tenantId, wanted])
  const list = useMarkedOption()
  const { listId, marked } = list

  const choose = useCallback(
    (id: string) => {
      if (id !== tenantId) switchTenant(id)
      onDone()
    },
    [tenantId, switchTenant, onDone],
  )

  // Enter may precede the last key's list.
  const latest = () => (wanted === search ? shown : searchTenants(tenants, tenantId, search))

  return (
    <Stack gap="0.5rem" className={styles.picker}>
      <Row gap="0.5rem" className={styles.search}>
        <Search fontSize="small" />
        <ListSearch
          list={list}
          label={text('tenant.search')}
          value={search}
          onChange={setSearch}
          count={shown.length}
          isExpanded
          latestCount={() => latest().length}
          onEnter={at => {
            const tenant = latest()[at]
            if (tenant) choose(tenant.id)
          }}
        />
      </Row>
      {error ? (
        <div role="alert" className={styles.message}>
          <p className={styles.problem}>{text('tenant.failed')}</p>
          <p>{text('tenant.refresh')}</p>
        </div>
      ) : (
        <p role="status" className={shown.length === 0 ? styles.message : undefined}>
          {isLoading ? text('tenant.loading') : shown.length === 0 && text('tenant.none')}
        </p>
      )}
      <div id={listId} role="listbox" aria-label={text('tenant.list')} className={styles.list}>
        {shown.map((tenant, index) => (
          <TenantOption
            key={tenant.id}
            id={optionIdOf(listId, index)}
            tenant={tenant}
            isMarked={index === marked}
            isActive={tenant.id === tenantId}
            onChoose={choose}
          />
        ))}
      </div>
    </Stack>
  )
}
