import { type RaRecord, useCanAccess, useDataProvider, useListContext, useNotify } from 'ra-core'
import { useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useFailure } from '../../ui/failure/useFailure'
import { Stack } from '../../ui/layout'
import { moved, SortableList } from '../../ui/sortable/SortableList'
import { AssignedSummary } from '../assigned/AssignedSummary'
import { assignmentsOf } from '../assigned/assignedSet'
import { useDeclaration, useMeta } from '../declaration'
import { recordName, useWords } from '../recordName'
import { resourceKeys } from '../text/resourceKeys'
import { columnsOf } from './columnsOf'
import styles from './list.module.css'
import { RecordLines } from './RecordLines'
import { RecordLink } from './RecordLink'

const RecordSummary = ({ record }: { record: RaRecord }) => {
  const resource = useDeclaration()
  const [first, ...others] = columnsOf(resource)
  return (
    <Stack gap="0.5rem" className={styles.summary}>
      <RecordLink names={first?.names ?? [resource.represent]} record={record} />
      <RecordLines record={record} columns={others} />
      {assignmentsOf(resource).map(([name, assignment]) => (
        <AssignedSummary key={name} name={name} assignment={assignment} id={String(record.id)} />
      ))}
    </Stack>
  )
}

const OrderedRecords = ({ by }: { by: string }) => {
  const translate = useMachineText()
  const failureOf = useFailure()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const resource = useDeclaration()
  const meta = useMeta()
  const { data = [], refetch } = useListContext()
  const { canAccess } = useCanAccess({ resource: resource.name, action: 'edit' })
  const [order, setOrder] = useState<RaRecord[] | null>(null)
  const records: RaRecord[] = order ?? data

  const move = async (from: number, to: number) => {
    const next = moved(records, from, to)
    setOrder(next)
    try {
      for (const [index, record] of next.entries()) {
        if (record[by] === index) continue
        await dataProvider.update(resource.name, { id: record.id, data: { [by]: index }, previousData: record, meta })
      }
    } catch (error) {
      const { isSignedOut, detail } = failureOf(error)
      const failed = translate(resourceKeys(resource).notification('updateFailed'))
      if (!isSignedOut) notify(`${failed}. ${detail}`, { type: 'error' })
    } finally {
      await refetch()
      setOrder(null)
    }
  }
  const words = useWords()
  return (
    <SortableList
      label={translate(resourceKeys(resource).page('list'))}
      items={records.map(record => ({
        id: String(record.id),
        name: recordName(resource, record, words),
        content: <RecordSummary record={record} />,
      }))}
      onMove={canAccess && !order ? move : undefined}
    />
  )
}

export default OrderedRecords
