import Search from '@mui/icons-material/SearchOutlined'
import { type KeyboardEvent, memo, useCallback, useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { Tenant } from '../../tenant/Tenant'
import { useTenant } from '../../tenant/TenantProvider'
import { Row, Stack } from '../../ui/layout'
import { searchTenants } from './searchTenants'
import { TenantSign } from './TenantSign'
import styles from './tenant.module.css'
import { useSwitchTenant } from './useSwitchTenant'

interface TenantOptionProps {
  id: string
  tenant: Tenant
  /** The arrow keys have reached it. */
  isMarked: boolean
  isActive: boolean
  onChoose: (id: string) => void
}

/** Memoized, since there may be hundreds. */
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

/** ARIA's combobox pattern: arrows move, Enter chooses, and the focus stays in the search box. */
export const TenantPicker = ({ onDone }: { onDone: () => void }) => {
  const text = useMachineText()
  const { tenants, tenantId, isLoading, error } = useTenant()
  const switchTenant = useSwitchTenant()
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState(0)
  const wanted = useDeferredValue(search)
  const shown = useMemo(() => searchTenants(tenants, tenantId, wanted), [tenants, tenantId, wanted])
  const listId = useId()
  const optionId = (index: number) => `${listId}-${index}`

  const choose = useCallback(
    (id: string) => {
      if (id !== tenantId) switchTenant(id)
      onDone()
    },
    [tenantId, switchTenant, onDone],
  )

  const markedId = `${listId}-${marked}`
  useEffect(() => {
    document.getElementById(markedId)?.scrollIntoView?.({ block: 'nearest' })
  }, [markedId])

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter may come before the list follows the last key.
    const found = wanted === search ? shown : searchTenants(tenants, tenantId, search)
    const last = found.length - 1
    const next = {
      ArrowDown: marked >= last ? 0 : marked + 1,
      ArrowUp: marked <= 0 ? last : marked - 1,
      Home: 0,
      End: last,
    }[event.key]
    const tenant = found[marked]
    if (next !== undefined) setMarked(Math.max(0, next))
    else if (event.key === 'Enter' && tenant) choose(tenant.id)
    else return
    event.preventDefault()
  }

  return (
    <Stack gap="0.5rem" className={styles.picker}>
      <Row gap="0.5rem" className={styles.search}>
        <Search fontSize="small" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={shown[marked] ? optionId(marked) : undefined}
          aria-autocomplete="list"
          aria-label={text('tenant.search')}
          placeholder={text('tenant.search')}
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the search is what a person who opens this dialog came for
          autoFocus
          value={search}
          onChange={event => {
            setSearch(event.target.value)
            setMarked(0)
          }}
          onKeyDown={onKeyDown}
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
            id={optionId(index)}
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
