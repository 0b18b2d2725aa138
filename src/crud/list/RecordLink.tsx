import { Fragment } from 'react'
import { Link } from 'react-router'
import { useFormAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import { isEmpty } from '../kinds/kindView'
import { RecordPicture } from '../RecordPicture'
import { recordName, useWords } from '../recordName'
import styles from './list.module.css'

interface RecordLinkProps {
  names: readonly string[]
  record: Readonly<Record<string, unknown>> & { id: string | number }
}

export const RecordLink = ({ names, record }: RecordLinkProps) => {
  const resource = useDeclaration()
  const words = useWords()
  const address = useFormAddress(resource)
  return (
    <>
      <Link
        to={address('edit', String(record.id))}
        state={openedHere}
        className={`${styles.link} ${resource.picture ? styles.pictured : ''}`}
      >
        <RecordPicture resource={resource} record={record} />
        {names.every(name => isEmpty(record[name]))
          ? recordName(resource, record, words)
          : names
              .filter(name => !isEmpty(record[name]))
              .map((name, index) => (
                <Fragment key={name}>
                  {index > 0 && ' · '}
                  <FieldValue resource={resource} name={name} record={record} isInLink isInList />
                </Fragment>
              ))}
      </Link>{' '}
      <FieldValue resource={resource} name="isActive" record={record} isInList />
    </>
  )
}

const openedHere = { isOpenedHere: true }
