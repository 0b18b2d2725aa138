import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useGetOne } from 'ra-core'
import { useEffect } from 'react'
import { type Block, blocks } from '../../resources/blocks'
import type { OwnDialogProps } from '../../show'
import { BookingsInTheWay } from './BookingsInTheWay'
import { useText } from './useText'

const CreatedBlock = ({ record, titleId, onClose }: OwnDialogProps & { titleId: string }) => {
  const text = useText()
  const made = record as Block
  const { data: block = made } = useGetOne<Block>(blocks.name, { id: made.id }, { enabled: made.affectedCount > 0 })
  const isClear = block.affectedCount === 0
  useEffect(() => {
    if (isClear) onClose()
  }, [isClear, onClose])
  if (isClear) return null
  return (
    <>
      <DialogTitle id={titleId}>{text('blocks.left')}</DialogTitle>
      <DialogContent>
        <BookingsInTheWay block={block} isSaved />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{text('blocks.done')}</Button>
      </DialogActions>
    </>
  )
}

export default CreatedBlock
