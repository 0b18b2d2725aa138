import { Link } from 'react-router'
import { useFormAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import { isEmpty } from '../kinds/kindView'
import { RecordPicture } from '../RecordPicture'
import { recordName } from '../recordName'
import styles from './list.module.css'

interface RecordLinkProps {
  name: string
  record: Readonly<Record<string, unknown>> & { id: string | number }
}

/** The first cell of a row: a real link to the record's form, so that the keyboard and a new tab reach it. */
export const RecordLink = ({ name, record }: RecordLinkProps) => {
  const resource = useDeclaration()
  const address = useFormAddress(resource)
  return (
    <Link
      to={address('edit', String(record.id))}
      state={openedHere}
      className={`${styles.link} ${resource.picture ? styles.pictured : ''}`}
    >
      <RecordPicture resource={resource} record={record} />
      {isEmpty(record[name]) ? (
        recordName(resource, record)
      ) : (
        <FieldValue resource={resource} name={name} record={record} isInLink />
      )}
    </Link>
  )
}

const openedHere = { isOpenedHere: true }
