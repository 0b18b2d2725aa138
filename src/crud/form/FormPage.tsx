import Button from '@mui/material/Button'
import { type RaRecord, RecordContextProvider, useRequireAccess, useTranslate } from 'ra-core'
import { Suspense } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { formStyle, screenPath } from '../../schema'
import { Asides } from '../asides/Asides'
import { previewOf } from '../asides/asideOf'
import { PreloadedLists } from '../asides/PreloadedLists'
import { useDeclaration } from '../declaration'
import { HistorySection } from '../history/HistorySection'
import { useRecordName } from '../recordName'
import { BackLink } from '../screen/BackLink'
import { LoadingScreen } from '../screen/LoadingScreen'
import { Screen } from '../screen/Screen'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import { DeleteButton } from './DeleteButton'
import { DraftOffer } from './DraftOffer'
import { ErrorSummary } from './ErrorSummary'
import { FormSections } from './FormSections'
import styles from './form.module.css'
import { RecordForm } from './RecordForm'
import { RecordPage } from './RecordPage'
import { SaveButton } from './SaveButton'

interface FormScreenProps {
  record?: RaRecord
  isReadOnly?: boolean
  onReload?: () => Promise<unknown>
}

const FormScreen = ({ record, isReadOnly = false, onReload }: FormScreenProps) => {
  const text = useCrudText()
  const translate = useTranslate()
  const navigate = useNavigate()
  const resource = useDeclaration()
  const keys = resourceKeys(resource)
  const list = screenPath(resource, 'list')
  const name = useRecordName(resource, record)
  const Preview = previewOf(resource)
  const saved = ({ id }: RaRecord) => {
    const opensPage = !record && formStyle(resource, 'edit') !== 'dialog'
    if (opensPage) navigate(screenPath(resource, 'edit', String(id)), { replace: true })
    else navigate(list)
  }
  return (
    <Screen
      title={translate(keys.page(record ? (isReadOnly ? 'show' : 'edit') : 'create'))}
      back={<BackLink />}
      subtitle={name}
    >
      <RecordForm className={styles.page} isReadOnly={isReadOnly} onSaved={saved} {...(onReload && { onReload })}>
        <ErrorSummary />
        <DraftOffer />
        <div className={styles.panel}>
          <FormSections />
          {Preview && (
            <Suspense fallback={null}>
              <Preview />
            </Suspense>
          )}
        </div>
        <div className={styles.toolbar}>
          {record && !isReadOnly && <DeleteButton onDeleted={() => navigate(list)} />}
          <Button component={Link} to={list}>
            {text(isReadOnly ? 'crud.close' : 'crud.cancel')}
          </Button>
          <SaveButton />
        </div>
      </RecordForm>
      {record && <Asides />}
      <HistorySection />
    </Screen>
  )
}

/** The form of a new record on a page of its own. */
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

/** The form of the record whose id is in the address, on a page of its own. */
const EditPage = ({ id }: { id: string }) => (
  <>
    <PreloadedLists parentId={id} />
    <RecordPage id={id}>{loaded => <FormScreen {...loaded} />}</RecordPage>
  </>
)

const FormPage = () => {
  const { id } = useParams()
  return id === undefined ? <CreatePage /> : <EditPage key={id} id={id} />
}

export default FormPage
