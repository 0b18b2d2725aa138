import { useCanAccess, useReference } from 'ra-core'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import type { AnyResource } from '../../schema/index'
import { recordAddress } from '../addresses'
import { RecordPicture } from '../RecordPicture'
import { recordName, useWords } from '../recordName'
import styles from './kinds.module.css'
import type { CellProps, KindView } from './kindView'

/** react-admin batches a list's names. */
export const RecordName = ({ resource, id }: { resource: AnyResource; id: string }) => {
  const { referenceRecord, isPending } = useReference({ reference: resource.name, id })
  const words = useWords()
  if (isPending) return <span className={resource.picture && styles.pictured}>…</span>
  const record = referenceRecord ?? { id }
  const name = recordName(resource, record, words)
  return resource.picture ? (
    <span className={styles.pictured}>
      <RecordPicture resource={resource} record={record} />
      {name}
    </span>
  ) : (
    name
  )
}

export const ReferenceLink = ({ target, id }: { target: AnyResource; id: string }) => {
  const { canAccess } = useCanAccess({ resource: target.name, action: 'show' })
  const address = recordAddress(target, id)
  const name = <RecordName resource={target} id={id} />
  return canAccess && address ? <Link to={address}>{name}</Link> : name
}

const ReferenceCell = ({ value, field, isInLink }: CellProps<'reference'>) => {
  const target = field.options.to() as AnyResource
  return isInLink ? <RecordName resource={target} id={value} /> : <ReferenceLink target={target} id={value} />
}

const named = 3

const ReferencesCell = ({ value, field, isInLink }: CellProps<'references'>) => {
  const text = useMachineText()
  const target = field.options.to() as AnyResource
  const more = value.length - named
  return (
    <>
      {value.slice(0, named).map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {isInLink ? <RecordName resource={target} id={id} /> : <ReferenceLink target={target} id={id} />}
        </Fragment>
      ))}
      {more > 0 && ` ${text('crud.more', { smart_count: more })}`}
    </>
  )
}

export const reference: KindView<'reference'> = {
  Cell: ReferenceCell,
  input: 'reference',
  isShort: true,
  filter: 'reference',
}

export const references: KindView<'references'> = { Cell: ReferencesCell, input: 'references', filter: 'reference' }
