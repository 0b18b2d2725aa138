import { RecordContextProvider } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useAccount } from '../../authProvider/AccountProvider'
import { meKey } from '../../authProvider/me'
import { useMe } from '../../authProvider/useMe'
import { users } from '../../core'
import { DeclarationProvider } from '../../crud/declaration'
import { ErrorSummary } from '../../crud/form/ErrorSummary'
import { FormField } from '../../crud/form/FormField'
import { ReadOnlyField } from '../../crud/form/ReadOnlyField'
import { RecordForm } from '../../crud/form/RecordForm'
import { useExtended } from '../../crud/views'
import { LoadError } from '../../ui/screen/LoadError'
import { SettingsSection } from './SettingsSection'
import styles from './settings.module.css'
import { useText } from './useText'

// Shown with the first change.
const FormToolbar = lazy(async () => ({ default: (await import('../../crud/form/FormToolbar')).FormToolbar }))

export const ProfileSection = () => {
  const text = useText()
  const declared = useExtended(users)
  const { client } = useAccount()
  const { data: me, error, refetch } = useMe()
  const reload = () => client.refetchQueries({ queryKey: meKey })
  return (
    <SettingsSection anchor="profile" title={text('settings.profile')} about={text('settings.profileText')}>
      {!me && error && (
        <LoadError message={text('settings.profileFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {me && (
        <DeclarationProvider resource={declared}>
          <RecordContextProvider value={{ ...me, id: 'me' }}>
            <RecordForm className={styles.form} staysOpen onReload={reload}>
              <ErrorSummary />
              <ReadOnlyField name="email" />
              <FormField name="avatar" />
              <FormField name="name" />
              <FormField name="timeZone" />
              <FormField name="locale" />
              <FormField name="phone" />
              <Suspense fallback={null}>
                <FormToolbar />
              </Suspense>
            </RecordForm>
          </RecordContextProvider>
        </DeclarationProvider>
      )}
    </SettingsSection>
  )
}
