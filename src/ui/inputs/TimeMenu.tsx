import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useDisplay } from '../format/display'
import { formatClock } from '../format/times'
import { readTime } from '../format/typedTimes'
import type { PickerProps } from './PickedField'
import { usePickerText } from './usePickerText'

interface TimeMenuProps extends PickerProps {
  /** `HH:mm`, or empty. */
  time: string
  onChoose: (time: string) => void
}

const stepMinutes = 15

const times = Array.from({ length: (24 * 60) / stepMinutes }, (_, step) => {
  const [hour, minute] = [Math.floor((step * stepMinutes) / 60), (step * stepMinutes) % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
})

const morning = '09:00'

const TimeMenu = ({ anchor, time, onChoose, onClose }: TimeMenuProps) => {
  const text = usePickerText()
  const display = useDisplay()
  const near = times.findLast(one => one <= (readTime(time) ?? morning))
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{
        list: { role: 'listbox', 'aria-label': text('crud.input.timesName'), dense: true },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': text('crud.input.timesName'),
          sx: { maxHeight: 320, minWidth: 128 },
        },
      }}
    >
      {times.map(one => (
        <MenuItem
          key={one}
          role="option"
          aria-selected={one === time}
          selected={one === near}
          onClick={() => {
            onChoose(one)
            onClose()
          }}
        >
          {formatClock(one, display)}
        </MenuItem>
      ))}
    </Menu>
  )
}

export default TimeMenu
