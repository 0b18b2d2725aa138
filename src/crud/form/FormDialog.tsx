import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { type RaRecord, RecordContextProvider, useTranslate } from 'ra-core'
import { type ReactNode, useId } from 'react'
import { useNavigate } from 'react-router'
import { formStyle, screenPath } from '../../schema'
import { useDeclaration } from '../declaration'
import { HistorySection } from '../history/HistorySection'
import { useIsNarrow } from '../list/useIsNarrow'
import { LoadError } from '../screen/LoadError'
import { Loading } from '../screen/Loading'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import { DeleteButton } from './DeleteButton'
import { DraftOffer } from './DraftOffer'
import { ErrorSummary } from './ErrorSummary'
import { FocusFirstField } from './FocusFirstField'
import { FormSections } from './FormSections'
import styles from './form.module.css'
import { RecordForm } from './RecordForm'
import { RecordLoader } from './RecordLoader'
import { SaveButton } from './SaveButton'

interface FormDialogProps {
  /** Null for a new record. */
  id: string | null
  openParam: string
  onClose: () => void
}

const squareCorners = { borderRadius: 0 }
const actionsPadding = { flexWrap: 'wrap', px: 3, pt: 1.5, pb: 2.5 }

const Title = ({ id, children, onClose }: { id: string; children: string; onClose: () => void }) => (
  <DialogTitle component="div" className={styles.dialogTitle}>
    <h2 id={id}>{children}</h2>
    <IconButton aria-label={useCrudText()('crud.close')} onClick={onClose} edge="end">
      <Close />
    </IconButton>
  </DialogTitle>
)

/** A form over the screen one is on. */
const FormDialog = ({ id, openParam, onClose }: FormDialogProps) => {
  const text = useCrudText()
  const translate = useTranslate()
  const navigate = useNavigate()
  const resource = useDeclaration()
  const keys = resourceKeys(resource)
  const titleId = useId()
  const isNarrow = useIsNarrow()

  const saved = (record: RaRecord) => {
    const opensPage = !id && resource.screens && formStyle(resource, 'edit') !== 'dialog'
    if (opensPage) navigate(screenPath(resource, 'edit', String(record.id)), { replace: true })
    else onClose()
  }
  const message = (title: string, content: ReactNode) => (
    <>
      <Title id={titleId} onClose={onClose}>
        {title}
      </Title>
      <DialogContent>{content}</DialogContent>
    </>
  )
  const form = (isReadOnly: boolean, onReload?: () => Promise<unknown>) => (
    <RecordForm
      className={styles.dialogForm}
      isReadOnly={isReadOnly}
      openParam={openParam}
      onSaved={saved}
      {...(onReload && { onReload })}
    >
      <Title id={titleId} onClose={onClose}>
        {translate(keys.page(id ? (isReadOnly ? 'show' : 'edit') : 'create'))}
      </Title>
      <DialogContent>
        <ErrorSummary />
        <DraftOffer />
        <FormSections />
        {!isReadOnly && <FocusFirstField />}
        <HistorySection />
      </DialogContent>
      <DialogActions sx={actionsPadding}>
        {id && !isReadOnly && <DeleteButton onDeleted={onClose} />}
        <Button onClick={onClose}>{text(isReadOnly ? 'crud.close' : 'crud.cancel')}</Button>
        <SaveButton />
      </DialogActions>
    </RecordForm>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isNarrow}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: isNarrow ? squareCorners : {} } }}
    >
      {id ? (
        <RecordLoader
          id={id}
          loading={message(translate(keys.page('edit')), <Loading>{translate(keys.loading('edit'))}</Loading>)}
          notFound={message(text('crud.notFound.title'), text('crud.notFound.text'))}
          failed={(error, retry) =>
            message(
              translate(keys.page('edit')),
              <LoadError message={text('crud.error.record')} error={error} onRetry={retry} />,
            )
          }
        >
          {({ isReadOnly, onReload }) => form(isReadOnly, onReload)}
        </RecordLoader>
      ) : (
        // What is around it, if anything, is not the new record.
        <RecordContextProvider value={undefined}>{form(false)}</RecordContextProvider>
      )}
    </Dialog>
  )
}

export default FormDialog
