import { useEmail } from '../../authProvider/useMe'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { Screen } from '../../ui/screen/Screen'
import styles from './invitations.module.css'
import { InvitationList, MyInvitations } from './MyInvitations'
import { useMyInvitations } from './useMyInvitations'
import { useText } from './useText'

export { MyInvitations }

const InvitationsPage = () => {
  const text = useText()
  const email = useEmail()
  const { data, error, isLoading, refetch } = useMyInvitations()
  return (
    <Screen title={text('invitations.title')}>
      {isLoading ? (
        <Loading>{text('loading', { title: text('invitations.title') })}</Loading>
      ) : error && !data ? (
        <LoadError message={text('crud.error.list')} error={error} onRetry={() => void refetch()} />
      ) : data?.length ? (
        <InvitationList data={data} />
      ) : (
        <p className={styles.none}>{text('invitations.none', { email })}</p>
      )}
    </Screen>
  )
}

export default InvitationsPage
