import { ListContextProvider, useListController } from 'ra-core'
import { Pager } from '../../crud/list/Pager'
import { LoadError } from '../../crud/screen/LoadError'
import { Loading } from '../../crud/screen/Loading'
import { useCrudText } from '../../crud/text/useCrudText'
import { useText } from '../../i18n/useText'
import { memberships } from '../../resources/memberships'
import { InviteForm } from './InviteForm'
import { MemberRow, type TenantMember } from './MemberRow'
import styles from './settings.module.css'
import { TenantScreen } from './TenantScreen'

const perPage = 25
const sort = { field: 'joinedAt', order: 'ASC' } as const

const Members = ({ tenantId }: { tenantId: string }) => {
  const text = useText()
  const crudText = useCrudText()
  const list = useListController<TenantMember>({
    resource: memberships.name,
    sort,
    perPage,
    storeKey: false,
    disableSyncWithLocation: true,
    queryOptions: { meta: { tenantId }, onError: () => {} },
  })
  const { data, error, refetch } = list
  if (error && !data) return <LoadError message={crudText('crud.error.list')} error={error} onRetry={refetch} />
  if (!data) return <Loading>{text('loading', { title: text('settings.members') })}</Loading>
  return (
    <ListContextProvider value={list}>
      <ul className={styles.members}>
        {data.map(member => (
          <MemberRow key={member.id} member={member} />
        ))}
      </ul>
      {(list.total ?? 0) > perPage && <Pager />}
    </ListContextProvider>
  )
}

/** Who works in the tenant, and as what. */
const MembersPage = () => (
  <TenantScreen title="settings.members" about="settings.membersText" needs="owner">
    {tenantId => (
      <>
        <InviteForm tenantId={tenantId} />
        <Members tenantId={tenantId} />
      </>
    )}
  </TenantScreen>
)

export default MembersPage
