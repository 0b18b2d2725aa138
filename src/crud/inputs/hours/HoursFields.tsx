import Add from '@mui/icons-material/Add'
import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useId } from 'react'
import type { HoursBlock } from '../../../schema'
import { useDisplay } from '../../../ui/format/display'
import { formatHours } from '../../../ui/format/hours'
import { Row } from '../../../ui/layout'
import { HoursTime } from './HoursTime'
import styles from './hours.module.css'
import { useHoursText } from './useHoursText'

export interface BlockErrors {
  startTime?: { message?: string } | undefined
  endTime?: { message?: string } | undefined
}

interface HoursFieldsProps {
  of: string
  blocks: readonly HoursBlock[]
  errors: readonly (BlockErrors | undefined)[]
  onChange: (index: number, block: HoursBlock) => void
  onRemove: (index: number) => void
  onAdd: () => void
  noteOf?: (block: HoursBlock) => ReactNode
}

export const HoursFields = ({ of, blocks, errors, onChange, onRemove, onAdd, noteOf }: HoursFieldsProps) => {
  const text = useHoursText()
  const display = useDisplay()
  const id = useId()
  return (
    <Row wrap gap="0.375rem 0.75rem">
      {blocks.map((block, index) => {
        const message = errors[index]?.startTime?.message ?? errors[index]?.endTime?.message
        const errorId = `${id}-${index}`
        const errorOf = (name: keyof BlockErrors) => (errors[index]?.[name] ? errorId : undefined)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity beside their place
          <Row wrap gap="0.25rem" key={index}>
            <HoursTime
              label={text('crud.hours.from', { day: of })}
              value={block.startTime}
              errorId={errorOf('startTime')}
              onChange={startTime => onChange(index, { ...block, startTime })}
            />
            <span aria-hidden="true">–</span>
            <HoursTime
              label={text('crud.hours.to', { day: of })}
              value={block.endTime}
              errorId={errorOf('endTime')}
              onChange={endTime => onChange(index, { ...block, endTime })}
            />
            <IconButton
              size="small"
              aria-label={text('crud.hours.remove', { hours: `${of} ${formatHours(block, display)}` })}
              onClick={() => onRemove(index)}
            >
              <Close fontSize="inherit" />
            </IconButton>
            {noteOf?.(block)}
            {message && (
              <span id={errorId} className={styles.error}>
                {message}
              </span>
            )}
          </Row>
        )
      })}
      <Button
        size="small"
        startIcon={<Add />}
        aria-label={text('crud.hours.addTo', { day: of })}
        onClick={onAdd}
        disabled={blocks.length >= 10}
      >
        {text('crud.hours.add')}
      </Button>
    </Row>
  )
}
