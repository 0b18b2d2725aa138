import PersonAdd from '@mui/icons-material/PersonAddOutlined'
import Button from '@mui/material/Button'
import { ListContextProvider, useListController } from 'ra-core'
import { useId } from 'react'
import { Link } from 'react-router'
import { config } from '../../config'
import { invitations, memberships } from '../../core'
import { useFormAddress } from '../../crud/addresses'
import { DeclarationProvider } from '../../crud/declaration'
import { FormDialogs } from '../../crud/form/FormDialogs'
import { Pager } from '../../crud/list/Pager'
import { useExtended } from '../../crud/views'
import { useRole } from '../../layout/useRole'
import { mayAccess } from '../../schema'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { Invitations } from './Invitations'
import { MemberRow, type TenantMember } from './MemberRow'
import styles from './settings.module.css'
import { TenantScreen } from './TenantScreen'
import teamStyles from './team.module.css'
import { useText } from './useText'

const perPage = 25
const sort = { field: 'joinedAt', order: 'ASC' } as const

const Members = ({ tenantId }: { tenantId: string }) => {
  const text = useText()
  const id = useId()
  const list = useListController<TenantMember>({
    resource: memberships.name,
    sort,
    perPage,
    storeKey: false,
    disableSyncWithLocation: true,
    queryOptions: { meta: { tenantId }, onError: () => {} },
  })
  const { data, error, refetch } = list
  if (error && !data) return <LoadError message={text('crud.error.list')} error={error} onRetry={refetch} />
  if (!data) return <Loading>{text('loading', { title: text('settings.members') })}</Loading>
  return (
    <ListContextProvider value={list}>
      <section className={styles.invitations} aria-labelledby={id}>
        <h2 id={id} className={styles.title}>
          {text('settings.members')}
        </h2>
        <ul className={`${styles.members} ${teamStyles.team}`}>
          {data.map(member => (
            <MemberRow key={member.id} member={member} />
          ))}
        </ul>
        {(list.total ?? 0) > perPage && <Pager />}
      </section>
    </ListContextProvider>
  )
}

const openedHere = { isOpenedHere: true }

const InviteButton = () => {
  const text = useText()
  const address = useFormAddress(useExtended(invitations))
  return (
    <Button component={Link} to={address('create')} state={openedHere} variant="contained" startIcon={<PersonAdd />}>
      {text('settings.invite')}
    </Button>
  )
}

const MembersPage = () => {
  const role = useRole()
  const invited = useExtended(invitations)
  const members = useExtended(memberships)
  return (
    <TenantScreen
      title="settings.members"
      about="settings.membersText"
      needs={config.canInvite ? invited.access.read : members.access.read}
      actions={config.canInvite && <InviteButton />}
    >
      {tenantId => (
        <>
          {config.canInvite && (
            <DeclarationProvider resource={invited} meta={{ tenantId }}>
              <Invitations tenantId={tenantId} />
              <FormDialogs />
            </DeclarationProvider>
          )}
          {mayAccess(role, members.access, 'list') && (
            <DeclarationProvider resource={members} meta={{ tenantId }}>
              <Members tenantId={tenantId} />
            </DeclarationProvider>
          )}
        </>
      )}
    </TenantScreen>
  )
}

export default MembersPage
