import Download from '@mui/icons-material/Download'
import Button from '@mui/material/Button'
import { useDataProvider, useListContext, useNotify } from 'ra-core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { useFilesOfList } from '../actions/useOfferedActions'
import { useDeclaration, useMeta } from '../declaration'
import { useShownColumns } from '../list/useShownColumns'
import { useInlineName } from '../text/useInlineName'
import { maxRows } from './maxRows'

const ExportMenu = lazy(() => import('./ExportMenu'))

const ExportButton = () => {
  const text = useMachineText()
  const nameInSentence = useInlineName()
  const notify = useNotify()
  const dataProvider = useDataProvider()
  const resource = useDeclaration()
  const meta = useMeta()
  const { locale } = useDisplay()
  const { filterValues, filter, sort, total } = useListContext()
  const columns = useShownColumns().flatMap(({ names }) => names)
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setProgress({ done: 0, total: Math.min(total ?? 0, maxRows) })
    try {
      const { exportList } = await import('./exportRows')
      await exportList({
        dataProvider,
        resource,
        columns,
        sort,
        filter: { ...filterValues, ...filter },
        meta,
        context: { locale, text },
        signal: controller.signal,
        onProgress: (done, of) => setProgress({ done, total: of }),
        onLimited: told => notify(told, { type: 'warning' }),
      })
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
  const files = useFilesOfList()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const opens = files.length > 0 && !progress
  return (
    <>
      <Button
        startIcon={<Download />}
        {...(opens && { 'aria-haspopup': 'menu', 'aria-expanded': anchor !== null })}
        onClick={event => (opens ? setAnchor(event.currentTarget) : progress ? stop() : void start())}
      >
        {progress
          ? text('crud.export.stop', {
              done: formatNumber(progress.done, locale),
              total: formatNumber(progress.total, locale),
            })
          : text('crud.export')}
      </Button>
      {anchor && (
        <Suspense fallback={null}>
          <ExportMenu anchor={anchor} files={files} onShown={() => void start()} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}

export default ExportButton
