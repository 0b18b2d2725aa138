import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { type ClipboardEvent, type ReactNode, useRef } from 'react'
import { useDropzone } from 'react-dropzone'
import { type FileType, fileTypes } from '../../../schema'
import { Muted, Row, Stack } from '../../../ui/layout'
import styles from './files.module.css'
import { useFileText } from './useFileText'
import type { UploadState } from './useUpload'

interface DropAreaProps {
  types: readonly FileType[]
  /** Null for pictures, which are shrunk first. */
  maxBytes: number | null
  choose: string
  state: UploadState
  onFile: (file: File) => void
  onRefuse: (message: string) => void
  onStop: () => void
  onRemove: (() => void) | null
  children: ReactNode
}

const megabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024)

export const DropArea = ({
  types,
  maxBytes,
  choose,
  state,
  onFile,
  onRefuse,
  onStop,
  onRemove,
  children,
}: DropAreaProps) => {
  const text = useFileText()
  const names = types.map(type => type.toUpperCase()).join(', ')
  const isTaken = (file: File) =>
    types.some(type => fileTypes[type] === file.type || file.name.toLowerCase().endsWith(`.${type}`)) ||
    (types.includes('jpg') && /\.jpe?g$/i.test(file.name))
  const take = (file: File | undefined) => {
    if (!file) return
    if (!isTaken(file)) return onRefuse(text('validation.fileType', { types: names }))
    if (maxBytes !== null && file.size > maxBytes)
      return onRefuse(text('validation.fileSize', { max: megabytes(maxBytes) }))
    onFile(file)
  }
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: files => take(files[0]),
    // `take` checks the types, with our messages.
    multiple: false,
    noClick: true,
    noKeyboard: true,
    useFsAccessApi: false,
  })
  const paste = (event: ClipboardEvent) => {
    const [file] = Array.from(event.clipboardData.files)
    if (!file) return
    event.preventDefault()
    take(file)
  }
  const isSending = state.is === 'sending'
  const chooseButton = useRef<HTMLButtonElement>(null)
  /** The pressed button goes, and with it the focus. */
  const leaving = (work: () => void) => () => {
    chooseButton.current?.focus()
    work()
  }
  return (
    <div {...getRootProps({ className: `${styles.area} ${isDragActive ? styles.over : ''}`, onPaste: paste })}>
      {/* The button beside does the same. */}
      <input
        {...getInputProps({
          accept: types.map(type => fileTypes[type]).join(','),
          'aria-label': choose,
          'aria-hidden': true,
        })}
      />
      {children}
      <div className={styles.controls}>
        {isSending ? (
          <Stack gap="0.375rem" className={styles.progress}>
            <span aria-hidden="true">{text('crud.file.sending', { name: state.name })}</span>
            <LinearProgress
              variant={state.share > 0 && state.share < 1 ? 'determinate' : 'indeterminate'}
              value={Math.round(state.share * 100)}
              aria-label={text('crud.file.sending', { name: state.name })}
            />
          </Stack>
        ) : (
          <Muted className={styles.hint}>
            {isDragActive ? text('crud.file.dropNow') : text('crud.file.drop')}
            <br />
            {maxBytes === null ? names : text('crud.file.takes', { types: names, max: megabytes(maxBytes) })}
          </Muted>
        )}
        <Row wrap gap="0.5rem" align="stretch" className={styles.buttons}>
          <Button ref={chooseButton} size="small" variant="outlined" onClick={open}>
            {choose}
          </Button>
          {isSending && (
            <Button size="small" onClick={leaving(onStop)}>
              {text('crud.file.stop')}
            </Button>
          )}
          {onRemove && !isSending && (
            <Button size="small" onClick={leaving(onRemove)}>
              {text('crud.file.remove')}
            </Button>
          )}
          {state.is === 'failed' && state.again && (
            <Button size="small" onClick={leaving(state.again)}>
              {text('crud.file.again')}
            </Button>
          )}
        </Row>
      </div>
      <span role="status" className={styles.told}>
        {state.is === 'arrived' && text('crud.file.arrived', { name: state.name })}
      </span>
    </div>
  )
}
