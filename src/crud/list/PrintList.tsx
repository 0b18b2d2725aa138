import Print from '@mui/icons-material/Print'
import Button from '@mui/material/Button'
import { useIsFetching } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useListContext, useNotify } from 'ra-core'
import { memo, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMachineText } from '../../i18n/useMachineText'
import { useTenant } from '../../tenant/TenantProvider'
import { useFailure } from '../../ui/failure/useFailure'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { pagesOf } from '../csv/exportRows'
import { useDeclaration, useMeta } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { JoinedValues } from './JoinedValues'
import styles from './print.module.css'
import { useShownColumns } from './useShownColumns'

/** More would take minutes to lay out. */
const mostRows = 1000

const Rows = ({ records, onPrinted }: { records: readonly RaRecord[]; onPrinted: () => void }) => {
  const text = useMachineText()
  const columns = useShownColumns()
  // Names of referenced records arrive later.
  const isNaming = useIsFetching() > 0
  const isPrinted = useRef(false)
  useEffect(() => {
    if (isNaming || isPrinted.current) return
    isPrinted.current = true
    addEventListener('afterprint', onPrinted, { once: true })
    print()
  }, [isNaming, onPrinted])
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ name, label, align }) => (
            <th key={name} align={align}>
              {text(label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map(record => (
          <tr key={record.id}>
            {columns.map(({ name, names, align }) => (
              <td key={name} align={align}>
                <JoinedValues names={names} record={record} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const PrintList = () => {
  const text = useMachineText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider()
  const resource = useDeclaration()
  const meta = useMeta()
  const { tenant } = useTenant()
  const { locale } = useDisplay()
  const { filterValues, filter, sort, total = 0 } = useListContext()
  const [records, setRecords] = useState<readonly RaRecord[] | null>(null)
  const [running, setRunning] = useState<AbortController | null>(null)
  useEffect(() => () => running?.abort(), [running])

  const start = async () => {
    const controller = new AbortController()
    const { signal } = controller
    setRunning(controller)
    try {
      const read: RaRecord[] = []
      const request = { dataProvider, resource, sort, filter: { ...filterValues, ...filter }, meta, signal }
      for await (const page of pagesOf(request, mostRows)) read.push(...page.records)
      if (total > mostRows)
        notify(text('crud.print.limited', { count: formatNumber(mostRows, locale) }), { type: 'warning' })
      setRecords(read)
    } catch (error) {
      if (!signal.aborted) notify(failureOf(error).detail, { type: 'error' })
      setRunning(null)
    }
  }
  const finish = useCallback(() => {
    setRecords(null)
    setRunning(null)
  }, [])
  return (
    <>
      <Button
        size="small"
        startIcon={<Print />}
        disabled={running !== null || total === 0}
        onClick={() => void start()}
      >
        {text('crud.print')}
      </Button>
      {records &&
        createPortal(
          <div className={styles.sheet}>
            <p>{tenant?.name}</p>
            <h1>{text(resourceKeys(resource).page('list'))}</h1>
            <p>{text('crud.list.count', { smart_count: records.length })}</p>
            <Suspense fallback={null}>
              <Rows records={records} onPrinted={finish} />
            </Suspense>
          </div>,
          document.body,
        )}
    </>
  )
}

export default memo(PrintList)
