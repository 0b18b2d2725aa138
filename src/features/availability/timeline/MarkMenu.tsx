import Block from '@mui/icons-material/BlockOutlined'
import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { namedMenu } from '../../../show'
import { useText } from '../useText'
import type { PlaceInTime } from './TimelineActions'

interface MarkedTime extends PlaceInTime {
  endsAt: string
}

interface MarkMenuProps {
  time: MarkedTime
  title: string
  anchor: () => Element | null
  onBook: ((time: MarkedTime) => void) | undefined
  onBlock: ((time: MarkedTime) => void) | undefined
  onClose: () => void
}

const MarkMenu = ({ time, title, anchor, onBook, onBlock, onClose }: MarkMenuProps) => {
  const text = useText()
  const run = (work: (time: MarkedTime) => void) => () => {
    onClose()
    work(time)
  }
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      slotProps={namedMenu(title)}
    >
      {onBook && (
        <MenuItem onClick={run(onBook)}>
          <ListItemIcon>
            <EventAvailable fontSize="small" />
          </ListItemIcon>
          {text('availability.bookMarked')}
        </MenuItem>
      )}
      {onBlock && (
        <MenuItem onClick={run(onBlock)}>
          <ListItemIcon>
            <Block fontSize="small" />
          </ListItemIcon>
          {text('availability.blockMarked')}
        </MenuItem>
      )}
    </Menu>
  )
}

export default MarkMenu
