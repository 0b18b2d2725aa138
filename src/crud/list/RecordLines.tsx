import type { RaRecord } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { fieldOf } from '../../schema'
import { useDeclaration } from '../declaration'
import { hasValue, isUsual } from '../kinds/hasValue'
import type { ListColumn } from './columnsOf'
import { JoinedValues } from './JoinedValues'
import styles from './list.module.css'

interface RecordLinesProps {
  record: RaRecord
  columns: readonly ListColumn[]
}

export const RecordLines = ({ record, columns }: RecordLinesProps) => {
  const translate = useMachineText()
  const resource = useDeclaration()
  const shown = columns.filter(({ names }) =>
    names.some(name => {
      const field = fieldOf(resource, name)
      return field && hasValue(resource, name, record) && !isUsual(field, record[name])
    }),
  )
  const isState = ({ name, names }: ListColumn): boolean => {
    const field = fieldOf(resource, name)
    // A badge for off only says “No”.
    const isMark = field?.kind === 'flag' && (name === 'isActive' || record[name] === true)
    return names.length === 1 && (isMark || (field?.kind === 'choice' && Boolean(field.options.tones)))
  }
  const states = shown.filter(isState)
  return (
    <>
      {states.length > 0 && <JoinedValues names={states.map(({ name }) => name)} record={record} />}
      <dl className={styles.lines}>
        {shown
          .filter(column => !isState(column))
          .map(({ name, names, label }) => (
            <div key={name}>
              <dt>{translate(label)}</dt>
              <dd>
                <JoinedValues names={names} record={record} />
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}
