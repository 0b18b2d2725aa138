import TextField from '@mui/material/TextField'
import { lazy, Suspense, useState } from 'react'
import { fileAddress } from '../../../fileAddress'
import { longestAlt, type StoredImage, takenTypes } from '../../../schema'
import type { InputProps } from '../../kinds/kindView'
import { htmlInput } from '../attributes'
import { InputFrame } from '../InputFrame'
import { DropArea } from './DropArea'
import styles from './files.module.css'
import { type Crop, isAnimated, redrawn } from './pictures'
import { useFileText } from './useFileText'
import { useUpload } from './useUpload'

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog')).CropDialog }))

export const ImageInput = (props: InputProps<'image'>) => {
  const { ratio, maxBytes } = props.field.options
  const text = useFileText()
  const { id, field, value, state, error, send, fail, stop, change } = useUpload<StoredImage>(props)
  const [cropped, setCropped] = useState<File | null>(null)

  const upload = async (file: File, crop: Crop | null) => {
    setCropped(null)
    const drawn = isAnimated(file) ? file : await redrawn(file, crop, maxBytes).catch(() => null)
    if (drawn) await send(drawn, file.name)
    else fail(text('crud.file.unreadable'))
  }
  return (
    <InputFrame input={props} error={error}>
      <DropArea
        types={takenTypes(props.field)}
        maxBytes={null}
        choose={text(value ? 'crud.file.replace' : 'crud.file.image')}
        state={state}
        onFile={file => (ratio !== null && !isAnimated(file) ? setCropped(file) : void upload(file, null))}
        onRefuse={fail}
        onStop={stop}
        onRemove={value && (() => change(null))}
      >
        {value && <img className={styles.preview} src={fileAddress(value.url)} alt={value.alt} />}
      </DropArea>
      {value && (
        <TextField
          id={id}
          value={value.alt}
          onChange={event => change({ ...value, alt: event.target.value })}
          onBlur={field.onBlur}
          label={text('crud.file.alt')}
          helperText={text('crud.file.altHelp')}
          slotProps={{ htmlInput: { ...htmlInput({ isRequired: false }), maxLength: longestAlt } }}
        />
      )}
      {cropped && ratio !== null && (
        <Suspense fallback={null}>
          <CropDialog
            file={cropped}
            ratio={ratio}
            onUse={crop => void upload(cropped, crop)}
            onClose={() => setCropped(null)}
            onUnreadable={() => {
              setCropped(null)
              fail(text('crud.file.unreadable'))
            }}
          />
        </Suspense>
      )}
    </InputFrame>
  )
}
