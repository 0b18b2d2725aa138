import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import { downloadCSV, useNotify } from 'ra-core'
import { useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { Link } from 'react-router'
import type { ImportStatus } from '../../contract/importing'
import { serverNow } from '../../dataProvider/serverClock'
import type { Tone } from '../../schema'
import { Badge } from '../../ui/badge/Badge'
import { useFailure } from '../../ui/failure/useFailure'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { formatMoment } from '../../ui/format/times'
import { Muted, Row, Stack } from '../../ui/layout'
import { useDeclaration } from '../declaration'
import styles from './imports.module.css'
import { OutcomeCounts } from './OutcomeCounts'
import { useEarlierImports, useExportFile, useUploadImport } from './useImport'
import { useText } from './useText'

const tones: Readonly<Record<ImportStatus, Tone>> = {
  uploaded: 'off',
  checking: 'waiting',
  checked: 'info',
  importing: 'waiting',
  done: 'good',
  cancelled: 'off',
  failed: 'bad',
  undoing: 'waiting',
  undone: 'off',
}

const Earlier = () => {
  const text = useText()
  const display = useDisplay()
  const { data = [] } = useEarlierImports()
  if (data.length === 0) return null
  return (
    <section className={styles.panel}>
      <h2>{text('imports.earlier')}</h2>
      <ul className={styles.earlier}>
        {data.map(({ id, fileName, status, createdAt, startedAt, undoUntil, rowCount, counts }) => (
          <li key={id}>
            <Link to={{ search: `?id=${id}` }}>{fileName}</Link>
            <Badge tone={tones[status]}>{text(`imports.status.${status}`)}</Badge>
            <span>
              {startedAt === null ? (
                text('imports.rows', { smart_count: rowCount, count: formatNumber(rowCount, display.locale) })
              ) : (
                <OutcomeCounts {...{ counts, status }} />
              )}
              {undoUntil !== null && Date.parse(undoUntil) > serverNow() && (
                <Muted>{text('imports.undoUntil', { at: formatMoment(undoUntil, display) })}</Muted>
              )}
            </span>
            <Muted as="span">{formatMoment(createdAt, display)}</Muted>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const FileStep = ({ onUploaded }: { onUploaded: (id: string) => void }) => {
  const text = useText()
  const resource = useDeclaration()
  const notify = useNotify()
  const failureOf = useFailure()
  const [share, setShare] = useState(0)
  const [pasted, setPasted] = useState('')
  const upload = useUploadImport(setShare)
  const exportFile = useExportFile()
  const button = useRef<HTMLButtonElement>(null)
  const refused = (error: unknown) => {
    const { errors, detail } = failureOf(error)
    notify(Object.values(errors)[0] ?? detail, { type: 'error' })
  }
  const send = (file: File | undefined) => {
    if (file) upload.mutate(file, { onSuccess: ({ id }) => onUploaded(id), onError: refused })
  }
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: files => send(files[0]),
    ...{ multiple: false, noClick: true, noKeyboard: true, useFsAccessApi: false, disabled: upload.isPending },
  })
  return (
    <Stack gap="1rem">
      <section className={styles.panel}>
        <Muted>{text('imports.file.about')}</Muted>
        <div {...getRootProps({ className: `${styles.drop} ${isDragActive ? styles.over : ''}` })}>
          <input
            {...getInputProps({
              accept:
                '.csv,.tsv,.txt,.ics,.json,text/csv,text/plain,text/tab-separated-values,text/calendar,application/json',
              'aria-label': text('imports.file.choose'),
              'aria-hidden': true,
            })}
          />
          <Button ref={button} variant="contained" onClick={open} disabled={upload.isPending}>
            {text('imports.file.choose')}
          </Button>
          <Muted as="span">{text('imports.file.drop')}</Muted>
        </div>
        {upload.isPending && (
          <LinearProgress
            variant={share > 0 && share < 1 ? 'determinate' : 'indeterminate'}
            value={Math.round(share * 100)}
            aria-label={text('imports.file.sending', { name: upload.variables?.name ?? '' })}
          />
        )}
        <TextField
          multiline
          minRows={3}
          maxRows={10}
          label={text('imports.paste')}
          value={pasted}
          onChange={event => setPasted(event.target.value)}
        />
        <Row wrap gap="0.5rem" justify="space-between">
          <Button
            variant="outlined"
            disabled={pasted.trim() === '' || upload.isPending}
            onClick={() => send(new File([pasted], text('imports.pasted'), { type: 'text/plain' }))}
          >
            {text('imports.paste.read')}
          </Button>
          <Button onClick={() => exportFile().then(csv => downloadCSV(csv, resource.name), refused)}>
            {text('imports.example')}
          </Button>
        </Row>
      </section>
      <Earlier />
    </Stack>
  )
}
