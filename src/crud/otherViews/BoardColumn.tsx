import Button from '@mui/material/Button'
import { RecordContextProvider, useListContext } from 'ra-core'
import { useId, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { FieldOfKind } from '../../schema'
import { Badge } from '../../ui/badge/Badge'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { Muted, Row, Stack } from '../../ui/layout'
import { useDeclaration } from '../declaration'
import { ListFailure } from '../list/ListContent'
import { resourceKeys } from '../text/resourceKeys'
import { BoardCard } from './BoardCard'
import type { DraggedCard } from './BoardView'
import styles from './board.module.css'
import { CutNote } from './CutNote'
import { useViewRecords } from './useViewRecords'
import { useViewText } from './useViewText'

const perStep = 25
const most = 100

interface BoardColumnProps {
  by: string
  value: string
  field: FieldOfKind<'choice'>
  shows: readonly string[] | undefined
  filter: Readonly<Record<string, unknown>>
  takes: boolean
  onDrag: (card: DraggedCard | null) => void
  onDrop: (anchor: HTMLElement) => void
}

export const BoardColumn = ({ by, value, field, shows, filter, takes, onDrag, onDrop }: BoardColumnProps) => {
  const text = useViewText()
  const machineText = useMachineText()
  const { locale } = useDisplay()
  const { sort } = useListContext()
  const keys = resourceKeys(useDeclaration())
  const id = useId()
  const [steps, setSteps] = useState(1)
  const [isOver, setOver] = useState(false)
  const shown = steps * perStep
  const { records, total, error, isFetching, retry } = useViewRecords({ filter, sort, most: shown })
  return (
    <section
      className={styles.column}
      aria-labelledby={id}
      aria-busy={isFetching}
      data-takes={takes}
      data-over={takes && isOver}
      onDragOver={event => {
        if (!takes) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        onDrop(event.currentTarget)
      }}
    >
      <Row gap="0.5rem">
        <h2 id={id}>
          <Badge tone={field.options.tones?.[value]}>{machineText(keys.choice(by, value))}</Badge>
        </h2>
        {records && <Muted as="span">{formatNumber(total, locale)}</Muted>}
      </Row>
      {error && <ListFailure error={error} onRetry={retry} />}
      <Stack as="ul" gap="0.5rem">
        {records?.map(record => (
          <RecordContextProvider key={record.id} value={record}>
            <BoardCard record={record} by={by} values={field.options.values} shows={shows} onDrag={onDrag} />
          </RecordContextProvider>
        ))}
      </Stack>
      {records?.length === 0 && <Muted>{text('crud.board.empty')}</Muted>}
      {total > shown && shown < most && (
        <Button size="small" onClick={() => setSteps(steps + 1)}>
          {text('crud.board.more')}
        </Button>
      )}
      {records && shown >= most && <CutNote shown={records.length} total={total} />}
    </section>
  )
}
