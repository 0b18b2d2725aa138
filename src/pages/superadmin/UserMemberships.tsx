import { ListContextProvider, useCreate, useGetMany, useListController, useNotify, useRecordContext } from 'ra-core'
import { useId, useMemo } from 'react'
import { Link } from 'react-router'
import { type Membership, memberships, type Tenant, tenants } from '../../core'
import { ActionButton } from '../../crud/actions/ActionButton'
import { AddRecord } from '../../crud/assigned/AddRecord'
import { DeclarationProvider } from '../../crud/declaration'
import { Pager } from '../../crud/list/Pager'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useExtended } from '../../crud/views'
import { screenPath } from '../../schema'
import { useFailure } from '../../ui/failure/useFailure'
import { useDisplay } from '../../ui/format/display'
import { formatDateOf } from '../../ui/format/times'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { RoleSelect } from '../settings/RoleSelect'
import styles from '../settings/settings.module.css'
import { useChangeMember } from '../settings/useChangeMember'
import { useText } from '../settings/useText'

const perPage = 25
const sort = { field: 'joinedAt', order: 'ASC' } as const
const keys = resourceKeys(memberships)

interface MembershipRowProps {
  membership: Membership
  tenant: Tenant | undefined
}

const MembershipRow = ({ membership, tenant }: MembershipRowProps) => {
  const text = useText()
  const id = useId()
  const display = useDisplay()
  const { change, isPending } = useChangeMember(membership)
  const { tenantId, role, isActive, joinedAt } = membership
  const name = tenant?.name ?? tenantId.slice(0, 8)
  return (
    <li className={styles.member} aria-busy={isPending}>
      <div className={styles.who}>
        <p className={styles.name}>
          <Link id={id} to={screenPath(tenants, 'edit', tenantId)}>
            {name}
          </Link>
          {!isActive && <span className={styles.tag}>{text('settings.inactive')}</span>}
        </p>
      </div>
      <p className={styles.joined}>{text('settings.joined', { date: formatDateOf(joinedAt, display) })}</p>
      <div className={styles.role}>
        <RoleSelect
          label={text('settings.roleIn', { name })}
          value={role}
          onChange={value => void change({ role: value })}
        />
      </div>
      <ActionButton
        record={membership}
        name={isActive ? 'deactivate' : 'activate'}
        recordName={name}
        describedBy={id}
      />
    </li>
  )
}

export const UserMemberships = () => {
  const declared = useExtended(memberships)
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const id = useId()
  const userId = String(useRecordContext()?.id)
  const meta = useMemo(() => ({ userId }), [userId])
  const list = useListController<Membership>({
    resource: memberships.name,
    sort,
    perPage,
    storeKey: false,
    disableSyncWithLocation: true,
    queryOptions: { meta, onError: () => {} },
  })
  const { data, error, refetch, total = 0 } = list
  const { data: joined = [] } = useGetMany<Tenant>(
    tenants.name,
    { ids: data?.map(({ tenantId }) => tenantId) ?? [] },
    { enabled: data !== undefined },
  )
  const [create] = useCreate()
  const add = (tenantId: string) =>
    void create(
      memberships.name,
      { data: { userId }, meta: { tenantId } },
      {
        onSuccess: () => notify(text(keys.notification('created')), { type: 'success' }),
        onError: problem => {
          const { isSignedOut, detail } = failureOf(problem)
          if (!isSignedOut) notify(`${text(keys.notification('createFailed'))}. ${detail}`, { type: 'error' })
        },
      },
    )
  return (
    <ListContextProvider value={list}>
      <section className={styles.invitations} aria-labelledby={id}>
        <h2 id={id} className={styles.title}>
          {text('settings.memberships')}
        </h2>
        {error && !data ? (
          <LoadError message={text('crud.error.list')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading>{text('loading', { title: text('settings.memberships') })}</Loading>
        ) : (
          <>
            {data.length === 0 ? (
              <p className={styles.about}>{text('settings.noMemberships')}</p>
            ) : (
              <ul className={styles.members}>
                {data.map(membership => (
                  <DeclarationProvider key={membership.id} resource={declared} meta={{ tenantId: membership.tenantId }}>
                    <MembershipRow
                      membership={membership}
                      tenant={joined.find(tenant => tenant?.id === membership.tenantId)}
                    />
                  </DeclarationProvider>
                ))}
              </ul>
            )}
            {total > perPage && <Pager />}
            <AddRecord
              target={tenants}
              label={text('settings.addToTenant')}
              without={data.map(({ tenantId }) => tenantId)}
              onAdd={add}
            />
          </>
        )}
      </section>
    </ListContextProvider>
  )
}
