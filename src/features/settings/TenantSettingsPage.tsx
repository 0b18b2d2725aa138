import { RecordContextProvider, useGetOne } from 'ra-core'
import { DeclarationProvider } from '../../crud/declaration'
import { ErrorSummary } from '../../crud/form/ErrorSummary'
import { FormSections } from '../../crud/form/FormSections'
import { FormToolbar } from '../../crud/form/FormToolbar'
import formStyles from '../../crud/form/form.module.css'
import { RecordForm } from '../../crud/form/RecordForm'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { tenants } from '../../resources/tenants'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { TenantScreen } from './TenantScreen'
import { useText } from './useText'

const TenantForm = ({ tenantId }: { tenantId: string }) => {
  const text = useText()
  const { data, error, refetch } = useGetOne(tenants.name, { id: tenantId }, { retry: false })
  if (error && !data) return <LoadError message={text('crud.error.record')} error={error} onRetry={refetch} />
  if (!data) return <Loading>{text(resourceKeys(tenants).loading('edit'))}</Loading>
  return (
    <RecordContextProvider value={data}>
      <RecordForm className={formStyles.page} staysOpen onReload={refetch}>
        <ErrorSummary />
        <div className={formStyles.panel}>
          <FormSections />
        </div>
        <FormToolbar />
      </RecordForm>
    </RecordContextProvider>
  )
}

/** The tenant's own settings. */
const TenantSettingsPage = () => (
  <DeclarationProvider resource={tenants}>
    <TenantScreen title="settings.tenant" about="settings.tenantText" needs="owner">
      {tenantId => <TenantForm tenantId={tenantId} />}
    </TenantScreen>
  </DeclarationProvider>
)

export default TenantSettingsPage
