import Button from '@mui/material/Button'
import { type RaRecord, RecordContextProvider, useRequireAccess } from 'ra-core'
import { lazy, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { formStyle, screenPath } from '../../schema'
import { Stack } from '../../ui/layout'
import { useDeclaration } from '../declaration'
import { RecordBadges } from '../kinds/RecordBadges'
import { PanelsAbove, PanelsBelow } from '../panels/Panels'
import { PreloadedLists } from '../panels/PreloadedLists'
import { useRecordName } from '../recordName'
import { LoadingScreen } from '../screen/LoadingScreen'
import { RecordScreen } from '../screen/RecordScreen'
import { resourceKeys } from '../text/resourceKeys'
import { useViews } from '../views'
import { DraftOffer } from './DraftOffer'
import { ErrorSummary } from './ErrorSummary'
import { FormSections } from './FormSections'
import { FormToolbar } from './FormToolbar'
import styles from './form.module.css'
import { RecordForm } from './RecordForm'
import { RecordPage } from './RecordPage'

const RecordActions = lazy(async () => ({ default: (await import('../actions/RecordActions')).RecordActions }))

interface FormScreenProps {
  record?: RaRecord
  isReadOnly?: boolean
  onReload?: () => Promise<unknown>
}

const FormScreen = ({ record, isReadOnly = false, onReload }: FormScreenProps) => {
  const text = useMachineText()
  const navigate = useStableNavigate()
  const resource = useDeclaration()
  const keys = resourceKeys(resource)
  const list = screenPath(resource, 'list')
  const name = useRecordName(resource, record)
  const { slots } = useViews(resource)
  const saved = ({ id }: RaRecord) => {
    if (record) return
    const hasPage = formStyle(resource, 'edit') !== 'dialog'
    navigate(hasPage ? screenPath(resource, 'edit', String(id)) : list, { replace: hasPage })
  }
  return (
    <RecordScreen
      title={name || text(keys.page(record ? 'edit' : 'create'))}
      badge={record && <RecordBadges record={record} />}
      actions={
        record && (
          <Suspense fallback={null}>
            <RecordActions
              record={record}
              buttons={2}
              {...(!isReadOnly && { onDeleted: () => navigate(list, { state: { isDeleted: true } }) })}
            />
          </Suspense>
        )
      }
    >
      {record && slots?.page && (
        <Suspense fallback={null}>
          <slots.page record={record} />
        </Suspense>
      )}
      {record && <PanelsAbove />}
      <RecordForm
        className={styles.spread}
        isReadOnly={isReadOnly}
        staysOpen={record !== undefined}
        onSaved={saved}
        {...(onReload && { onReload })}
      >
        <ErrorSummary />
        <DraftOffer />
        <Stack gap="1.5rem" className={styles.panel}>
          <FormSections />
        </Stack>
        <FormToolbar
          cancel={
            <Button component={Link} to={list}>
              {text('crud.cancel')}
            </Button>
          }
        />
      </RecordForm>
      {record && <PanelsBelow />}
    </RecordScreen>
  )
}

const CreatePage = () => {
  const { isPending } = useRequireAccess({ resource: useDeclaration().name, action: 'create' })
  return isPending ? (
    <LoadingScreen view="create" />
  ) : (
    <RecordContextProvider value={undefined}>
      <FormScreen />
    </RecordContextProvider>
  )
}

const EditPage = ({ id }: { id: string }) => (
  <PreloadedLists parentId={id}>
    {isReady => (
      <RecordPage id={id}>
        {loaded => (isReady ? <FormScreen {...loaded} /> : <LoadingScreen view="edit" />)}
      </RecordPage>
    )}
  </PreloadedLists>
)

const FormPage = () => {
  const { id } = useParams()
  return id === undefined ? <CreatePage /> : <EditPage key={id} id={id} />
}

export default FormPage
