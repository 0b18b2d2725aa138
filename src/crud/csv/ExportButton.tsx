import Download from '@mui/icons-material/Download'
import Button from '@mui/material/Button'
import { downloadCSV, useDataProvider, useListContext, useNotify, useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { kebabCase } from '../../schema'
import { csvText } from '../../schema/csvText'
import { useDeclaration, useMeta } from '../declaration'
import { useDisplay } from '../format/display'
import { formatNumber } from '../format/numbers'
import { useShownColumns } from '../list/useShownColumns'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import { useNameInSentence } from '../text/useNameInSentence'
import { exportRows, maxRows } from './exportRows'

/** Writes the shown columns of all rows under the current search and filters into a file. Shows how far it is; can be stopped. */
export const ExportButton = () => {
  const text = useCrudText()
  const translate = useTranslate()
  const nameInSentence = useNameInSentence()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const resource = useDeclaration()
  const meta = useMeta()
  const { locale } = useDisplay()
  const { filterValues, filter, sort, total } = useListContext()
  const columns = useShownColumns()
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setProgress({ done: 0, total: Math.min(total ?? 0, maxRows) })
    try {
      const { rows, isWhole } = await exportRows({
        dataProvider,
        resource,
        columns,
        sort,
        filter: { ...filterValues, ...filter },
        meta,
        context: { locale, translate },
        signal: controller.signal,
        onProgress: (done, of) => setProgress({ done, total: of }),
      })
      const labels = columns.map(name => translate(resourceKeys(resource).field(name)))
      const today = new Date().toLocaleDateString('sv')
      downloadCSV(csvText([labels, ...rows]), `${kebabCase(resource.name)}-${today}`)
      if (!isWhole) notify(text('crud.export.limited', { count: formatNumber(maxRows, locale) }), { type: 'warning' })
    } catch {
      if (!controller.signal.aborted) {
        const name = nameInSentence(resource, 2)
        notify(text('crud.export.failed', { name }), { type: 'error' })
      }
    } finally {
      if (!controller.signal.aborted) setProgress(null)
    }
  }
  const stop = () => {
    running.current?.abort()
    setProgress(null)
  }
  return (
    <Button startIcon={<Download />} onClick={progress ? stop : start}>
      {progress
        ? text('crud.export.stop', {
            done: formatNumber(progress.done, locale),
            total: formatNumber(progress.total, locale),
          })
        : text('crud.export')}
    </Button>
  )
}
