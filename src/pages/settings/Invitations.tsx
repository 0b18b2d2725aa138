import { ListContextProvider, useListController } from 'ra-core'
import { useId } from 'react'
import { invitations } from '../../core'
import { Pager } from '../../crud/list/Pager'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { InvitationRow, type TenantInvitation } from './InvitationRow'
import styles from './settings.module.css'
import { useText } from './useText'

const perPage = 25
const sort = { field: 'email', order: 'ASC' } as const

export const Invitations = ({ tenantId }: { tenantId: string }) => {
  const text = useText()
  const id = useId()
  const list = useListController<TenantInvitation>({
    resource: invitations.name,
    sort,
    perPage,
    storeKey: false,
    disableSyncWithLocation: true,
    queryOptions: { meta: { tenantId }, onError: () => {} },
  })
  const { data, error, refetch } = list
  return (
    <section className={styles.invitations} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {text('settings.invitations')}
      </h2>
      {data ? (
        <ListContextProvider value={list}>
          {data.length === 0 && <p className={styles.about}>{text('settings.invitationsNone')}</p>}
          {data.length > 0 && (
            <ul className={styles.members}>
              {data.map(invitation => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          )}
          {(list.total ?? 0) > perPage && <Pager />}
        </ListContextProvider>
      ) : error ? (
        <LoadError message={text('crud.error.list')} error={error} onRetry={refetch} />
      ) : (
        <Loading>{text('loading', { title: text('settings.invitations') })}</Loading>
      )}
    </section>
  )
}
