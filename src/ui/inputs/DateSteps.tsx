import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Today from '@mui/icons-material/TodayOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import styles from './dateNavigator.module.css'

export interface DateStepsProps {
  /** `YYYY-MM-DD` */
  earlier: string
  later: string
  isNow: boolean
  labels: { earlier: string; now: string; later: string }
  onNow: () => void
  onChange: (date: string) => void
}

export const DateSteps = ({ earlier, later, isNow, labels, onNow, onChange }: DateStepsProps) => (
  <>
    <IconButton aria-label={labels.earlier} onClick={() => onChange(earlier)}>
      <ChevronLeft />
    </IconButton>
    <Button size="small" variant="outlined" className={styles.now} onClick={onNow} disabled={isNow}>
      <Today fontSize="small" />
      <span>{labels.now}</span>
    </Button>
    <IconButton aria-label={labels.later} onClick={() => onChange(later)}>
      <ChevronRight />
    </IconButton>
  </>
)
