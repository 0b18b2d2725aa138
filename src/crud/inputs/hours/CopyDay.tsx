import ContentCopy from '@mui/icons-material/ContentCopyOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { useDisplay } from '../../../ui/format/display'
import { weekdayName, weekFrom } from '../../../ui/format/names'
import { Row, Stack } from '../../../ui/layout'
import { Tick } from '../../../ui/Tick'
import styles from './hours.module.css'
import { useHoursText } from './useHoursText'

interface CopyDayProps {
  weekday: number
  onCopy: (to: number[]) => void
}

const padding = { p: 0.75 }
const workdays = [1, 2, 3, 4, 5]

export const CopyDay = ({ weekday, onCopy }: CopyDayProps) => {
  const text = useHoursText()
  const { locale, weekStartsOn } = useDisplay()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [chosen, setChosen] = useState<number[]>([])
  const others = weekFrom(weekStartsOn).filter(other => other !== weekday)
  const day = weekdayName(weekday, locale)
  const close = () => setAnchor(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={text('crud.hours.copyOf', { day })}
        aria-haspopup="dialog"
        onClick={event => {
          setChosen(others.filter(other => workdays.includes(weekday) && workdays.includes(other)))
          setAnchor(event.currentTarget)
        }}
      >
        <ContentCopy fontSize="inherit" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': text('crud.hours.copyTo', { day }) } }}
      >
        <Stack className={styles.copy}>
          <p className={styles.copyTitle}>{text('crud.hours.copyTo', { day })}</p>
          {others.map(other => (
            <Tick
              key={other}
              label={weekdayName(other, locale)}
              sx={padding}
              checked={chosen.includes(other)}
              onChange={isOn => setChosen(isOn ? [...chosen, other] : chosen.filter(each => each !== other))}
            />
          ))}
          <Row gap="0.5rem" align="stretch" justify="flex-end" className={styles.copyActions}>
            <Button size="small" onClick={close}>
              {text('crud.cancel')}
            </Button>
            <Button
              size="small"
              variant="contained"
              disabled={chosen.length === 0}
              onClick={() => {
                close()
                onCopy(chosen)
              }}
            >
              {text('crud.hours.copy')}
            </Button>
          </Row>
        </Stack>
      </Popover>
    </>
  )
}
