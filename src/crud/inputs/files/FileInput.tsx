import { fileAddress } from '../../../fileAddress'
import { type StoredFile, takenTypes } from '../../../schema'
import { useDisplay } from '../../../ui/format/display'
import { formatBytes } from '../../../ui/format/numbers'
import type { InputProps } from '../../kinds/kindView'
import { InputFrame } from '../InputFrame'
import { DropArea } from './DropArea'
import styles from './files.module.css'
import { useFileText } from './useFileText'
import { useUpload } from './useUpload'

export const FileInput = (props: InputProps<'file'>) => {
  const text = useFileText()
  const { locale } = useDisplay()
  const { value, state, error, send, fail, stop, change } = useUpload<StoredFile>(props)
  return (
    <InputFrame input={props} error={error}>
      <DropArea
        types={takenTypes(props.field)}
        maxBytes={props.field.options.maxBytes}
        choose={text(value ? 'crud.file.replace' : 'crud.file.file')}
        state={state}
        onFile={file => void send(file, file.name)}
        onRefuse={fail}
        onStop={stop}
        onRemove={value && (() => change(null))}
      >
        {value && (
          <p className={styles.file}>
            <a href={fileAddress(value.url)}>{value.name}</a> {formatBytes(value.size, locale)}
          </p>
        )}
      </DropArea>
    </InputFrame>
  )
}
