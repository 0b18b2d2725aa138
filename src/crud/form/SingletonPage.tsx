import { Suspense } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { wholeOf } from '../../schema'
import { useTenant } from '../../tenant/TenantProvider'
import { LoadError } from '../../ui/screen/LoadError'
import { Screen } from '../../ui/screen/Screen'
import { useDeclaration } from '../declaration'
import { HistorySection } from '../history/HistorySection'
import { LoadingScreen } from '../screen/LoadingScreen'
import { resourceKeys } from '../text/resourceKeys'
import { useViews } from '../views'
import { EditForm } from './EditForm'
import { RecordLoader } from './RecordLoader'

const SingletonPage = () => {
  const text = useMachineText()
  const resource = useDeclaration()
  const title = text(resourceKeys(resource).page('show'))
  const { slots } = useViews(resource)
  const { tenantId } = useTenant()
  return (
    <RecordLoader
      // Parts of the tenant have its id.
      id={wholeOf(resource).kind === 'singleton' || !tenantId ? resource.name : tenantId}
      loading={<LoadingScreen view="edit" />}
      notFound={<Screen title={text('crud.notFound.title')}>{text('crud.notFound.text')}</Screen>}
      failed={(error, retry) => (
        <Screen title={title}>
          <LoadError message={text('crud.error.record')} error={error} onRetry={retry} />
        </Screen>
      )}
    >
      {({ record, isReadOnly, onReload }) => (
        <Screen title={title} aside={<HistorySection />}>
          {slots?.page && (
            <Suspense fallback={null}>
              <slots.page record={record} />
            </Suspense>
          )}
          <EditForm isReadOnly={isReadOnly} onReload={onReload} />
        </Screen>
      )}
    </RecordLoader>
  )
}

export default SingletonPage
