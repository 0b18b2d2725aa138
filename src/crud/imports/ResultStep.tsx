import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { downloadCSV } from 'ra-core'
import { useState } from 'react'
import type { Import } from '../../contract/calls/imports'
import { serverNow } from '../../dataProvider/serverClock'
import { useFailure } from '../../ui/failure/useFailure'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { formatMoment } from '../../ui/format/times'
import { Muted, Row, Stack } from '../../ui/layout'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { ImportedRows } from './ImportedRows'
import styles from './imports.module.css'
import { OutcomeCounts } from './OutcomeCounts'
import { useImportErrors, useImportSteps } from './useImport'
import { useText } from './useText'

export const Progress = ({ stored }: { stored: Import }) => {
  const text = useText()
  const { locale } = useDisplay()
  const { step } = useImportSteps(stored.id)
  const { status, doneCount, rowCount } = stored
  const label = text(`imports.${status as 'checking'}`)
  const isCounted = status !== 'undoing'
  return (
    <section className={styles.panel}>
      <p role="status">{label}</p>
      <LinearProgress
        variant={isCounted ? 'determinate' : 'indeterminate'}
        value={(doneCount / rowCount) * 100}
        aria-label={label}
      />
      {isCounted && (
        <Row justify="space-between">
          <Muted>
            {text('imports.progress', {
              done: formatNumber(doneCount, locale),
              total: formatNumber(rowCount, locale),
            })}
          </Muted>
          <Button disabled={step.isPending} onClick={() => step.mutate('cancel')}>
            {text('imports.stop')}
          </Button>
        </Row>
      )}
    </section>
  )
}

const LeftOut = ({ stored: { columns } }: { stored: Import }) => {
  const text = useText()
  const names = columns.flatMap(({ header, field, samples }) =>
    field === null && samples.length > 0 && !header.startsWith('_') ? header : [],
  )
  if (names.length === 0) return null
  return <Muted>{text('imports.leftOut', { smart_count: names.length, columns: names.join(', ') })}</Muted>
}

export const PreviewStep = ({ stored, onBack }: { stored: Import; onBack: () => void }) => {
  const text = useText()
  const { step } = useImportSteps(stored.id)
  const { create, update, error, conflict } = stored.counts
  const refused = error + conflict
  const isRefused = stored.onError === 'nothing' && refused > 0
  const count = isRefused ? 0 : create + update
  const about = isRefused ? 'imports.preview.refused' : count > 0 ? 'imports.preview.about' : 'imports.nothingToDo'
  return (
    <Stack gap="1rem">
      <Row wrap gap="0.5rem 1rem" justify="space-between">
        <div>
          <p className={styles.sentence}>{text(about)}</p>
          <LeftOut stored={stored} />
        </div>
        <Row wrap gap="0.5rem">
          <Button onClick={onBack}>{text('imports.back')}</Button>
          <Button variant="contained" disabled={step.isPending || count === 0} onClick={() => step.mutate('start')}>
            {text('imports.start', { smart_count: count })}
          </Button>
        </Row>
      </Row>
      <ImportedRows stored={stored} first={refused > 0 ? (error > 0 ? 'error' : 'conflict') : null} />
    </Stack>
  )
}

interface Blocking {
  label: string
  reason: 'changed' | 'used'
}

export const ResultStep = ({ stored, onAnother }: { stored: Import; onAnother: () => void }) => {
  const text = useText()
  const display = useDisplay()
  const { step } = useImportSteps(stored.id)
  const errorsFile = useImportErrors(stored.id)
  const sentenceOf = useFailure()
  const [isAsking, setAsking] = useState(false)
  const { status, counts, fileName, undoUntil, failure } = stored
  const refused = counts.error + counts.conflict
  const { body } = (step.error ?? {}) as { body?: { blocking?: readonly Blocking[] } }
  const blocking = body?.blocking ?? []
  const isRecent = undoUntil !== null && Date.parse(undoUntil) > serverNow()
  const canUndo = isRecent && counts.create + counts.update > 0
  const canResume = isRecent && (status === 'cancelled' || (status === 'failed' && stored.startedAt !== null))
  return (
    <Stack gap="1rem">
      <section className={styles.panel}>
        <h2>{`${fileName}: ${text(`imports.status.${status}`)}`}</h2>
        {failure && <p role="alert">{failure}</p>}
        <div>
          <p className={styles.sentence}>
            <OutcomeCounts {...{ counts, status }} />
          </p>
          {status !== 'undone' && <LeftOut stored={stored} />}
        </div>
        {canUndo && <Muted>{text('imports.undoUntil', { at: formatMoment(undoUntil, display) })}</Muted>}
        {blocking.length > 0 && (
          <div role="alert">
            <p>{sentenceOf(step.error).detail}</p>
            <ul>
              {blocking.map(({ label, reason }) => (
                <li key={`${label} ${reason}`}>
                  {text('imports.blocked', { label, reason: text(`imports.blocked.${reason}`) })}
                </li>
              ))}
            </ul>
          </div>
        )}
        {refused > 0 && status !== 'undone' && <Muted>{text('imports.errors.about')}</Muted>}
        <Row wrap gap="0.5rem">
          {refused > 0 && status !== 'undone' && (
            <Button
              variant="contained"
              onClick={() =>
                void errorsFile().then(csv => downloadCSV(csv, `${fileName.replace(/\.\w+$/, '')}-errors`))
              }
            >
              {text('imports.errors')}
            </Button>
          )}
          {canResume && (
            <Button variant="contained" disabled={step.isPending} onClick={() => step.mutate('resume')}>
              {text('imports.resume')}
            </Button>
          )}
          <Button variant="outlined" onClick={onAnother}>
            {text('imports.another')}
          </Button>
          {canUndo && (
            <Button color="error" disabled={step.isPending} onClick={() => setAsking(true)}>
              {text('imports.undo')}
            </Button>
          )}
        </Row>
      </section>
      {status !== 'undone' && <ImportedRows stored={stored} first={refused > 0 ? 'error' : null} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={text('imports.undo')}
        confirm={text('imports.undo')}
        cancel={text('imports.cancel')}
        onConfirm={() => {
          setAsking(false)
          step.mutate('undo')
        }}
        onCancel={() => setAsking(false)}
      >
        {text('imports.undo.confirm', { file: fileName })}
      </ConfirmDialog>
    </Stack>
  )
}
