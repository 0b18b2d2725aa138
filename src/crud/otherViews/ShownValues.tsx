import type { RaRecord } from 'ra-core'
import { Fragment } from 'react'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import { isEmpty } from '../kinds/kindView'
import { recordName, useWords } from '../recordName'

export const ShownValues = ({ names, record }: { names: readonly string[]; record: RaRecord }) => {
  const resource = useDeclaration()
  const words = useWords()
  const shown = names.filter(name => !isEmpty(record[name]))
  if (shown.length === 0) return recordName(resource, record, words)
  return shown.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ' · '}
      <FieldValue resource={resource} name={name} record={record} isInLink isInList />
    </Fragment>
  ))
}
