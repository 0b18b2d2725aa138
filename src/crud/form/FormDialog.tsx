import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { type RaRecord, RecordContextProvider } from 'ra-core'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { formStyle, screenPath } from '../../schema'
import { Row } from '../../ui/layout'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { useIsNarrow } from '../../ui/screen/useIsNarrow'
import { useDeclaration, useIsElsewhere } from '../declaration'
import { HistorySection } from '../history/HistorySection'
import { RecordBadges } from '../kinds/RecordBadges'
import { useRecordName } from '../recordName'
import { resourceKeys } from '../text/resourceKeys'
import { useViews } from '../views'
import { DraftOffer } from './DraftOffer'
import { ErrorSummary } from './ErrorSummary'
import { FocusFirstField } from './FocusFirstField'
import { FormEffect } from './FormEffect'
import { FormSections } from './FormSections'
import styles from './form.module.css'
import { RecordForm } from './RecordForm'
import { type Loaded, RecordLoader } from './RecordLoader'
import { SaveButton } from './SaveButton'

const RecordActions = lazy(async () => ({ default: (await import('../actions/RecordActions')).RecordActions }))

interface FormDialogProps {
  id: string | null
  openParam: string
  onClose: () => void
}

const actionsPadding = { flexWrap: 'wrap', px: 3, pt: 1.5, pb: 2.5 }

interface TitleProps {
  id: string
  record?: RaRecord | undefined
  isDeletable?: boolean
  /** Such as “Edit Channel”. */
  children: string
  onClose: () => void
}

const Title = ({ id, record, isDeletable = false, children, onClose }: TitleProps) => {
  const text = useMachineText()
  const name = useRecordName(useDeclaration(), record)
  return (
    // MUI's default id is on the text inside.
    <DialogTitle component="div" id={`${id}-title`} className={styles.dialogTitle}>
      <div className={styles.dialogNames}>
        {name ? (
          <>
            <p id={id} className={styles.dialogKind}>
              {children}
            </p>
            <Row wrap gap="0.125rem 0.625rem">
              <h2>{name}</h2>
              {record && <RecordBadges record={record} />}
            </Row>
          </>
        ) : (
          <h2 id={id}>{children}</h2>
        )}
      </div>
      {record && (
        <Suspense fallback={null}>
          <RecordActions record={record} {...(isDeletable && { onDeleted: onClose })} />
        </Suspense>
      )}
      <IconButton aria-label={text('crud.close')} onClick={onClose} edge="end">
        <Close />
      </IconButton>
    </DialogTitle>
  )
}

const FormDialog = ({ id, openParam, onClose }: FormDialogProps) => {
  const text = useMachineText()
  const navigate = useStableNavigate()
  const resource = useDeclaration()
  const keys = resourceKeys(resource)
  const isElsewhere = useIsElsewhere()
  const titleId = useId()
  const isNarrow = useIsNarrow()
  const isAtSide = resource.dialogs === 'side' && !isNarrow
  const [addsAnother, setAddsAnother] = useState(false)
  const [timesAdded, setTimesAdded] = useState(0)
  const { Created } = useViews(resource)
  const [created, setCreated] = useState<RaRecord>()

  const saved = (record: RaRecord) => {
    if (!id && Created) return setCreated(record)
    if (!id && addsAnother) return setTimesAdded(timesAdded + 1)
    const opensPage = !id && !isElsewhere && resource.screens && formStyle(resource, 'edit') !== 'dialog'
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
  const form = ({ record, isReadOnly = false, onReload }: Partial<Loaded> = {}) => (
    <RecordForm
      key={timesAdded}
      className={styles.dialogForm}
      isReadOnly={isReadOnly}
      openParam={openParam}
      onSaved={saved}
      {...(onReload && { onReload })}
    >
      <Title id={titleId} record={record} isDeletable={!isReadOnly} onClose={onClose}>
        {text(keys.page(id ? (isReadOnly ? 'show' : 'edit') : 'create'))}
      </Title>
      <DialogContent>
        <ErrorSummary />
        <DraftOffer />
        <FormSections />
        {!isReadOnly && <FocusFirstField />}
        <HistorySection />
      </DialogContent>
      {!isReadOnly && (
        <div className={styles.dialogEffect}>
          <FormEffect />
        </div>
      )}
      <DialogActions sx={actionsPadding}>
        {!id && !Created && (
          <label className={styles.another}>
            <input type="checkbox" checked={addsAnother} onChange={event => setAddsAnother(event.target.checked)} />
            {text('crud.form.another')}
          </label>
        )}
        <Button onClick={onClose}>{text(isReadOnly ? 'crud.close' : 'crud.cancel')}</Button>
        <SaveButton />
      </DialogActions>
    </RecordForm>
  )
  return (
    <Dialog
      open
      // A click outside must not hide a secret that shows once.
      onClose={created ? undefined : onClose}
      fullScreen={isNarrow}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      slotProps={{
        root: { className: styles.dialog ?? '' },
        ...(isAtSide && { container: { className: styles.sideContainer ?? '' } }),
        paper: { className: isAtSide ? styles.side : isNarrow ? styles.full : undefined },
      }}
    >
      {created && Created ? (
        <Suspense fallback={null}>
          <Created record={created} titleId={titleId} onClose={onClose} />
        </Suspense>
      ) : id ? (
        <RecordLoader
          id={id}
          loading={message(text(keys.page('edit')), <Loading>{text(keys.loading('edit'))}</Loading>)}
          notFound={message(text('crud.notFound.title'), text('crud.notFound.text'))}
          failed={(error, retry) =>
            message(
              text(keys.page('edit')),
              <LoadError message={text('crud.error.record')} error={error} onRetry={retry} />,
            )
          }
        >
          {form}
        </RecordLoader>
      ) : (
        // The context around may hold another record.
        <RecordContextProvider value={undefined}>{form()}</RecordContextProvider>
      )}
    </Dialog>
  )
}

export default FormDialog
