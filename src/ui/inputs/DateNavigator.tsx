import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'

interface DateNavigatorProps {
  /** A local date, `YYYY-MM-DD`. */
  date: string
  /** The dates that the arrows lead to. */
  earlier: string
  later: string
  /** Today is already shown. */
  isNow: boolean
  labels: { earlier: string; now: string; later: string; date: string }
  className?: string | undefined
  onNow: () => void
  onChange: (date: string) => void
}

/** Steps back, to today, forward, or to any date. */
export const DateNavigator = ({
  date,
  earlier,
  later,
  isNow,
  labels,
  className,
  onNow,
  onChange,
}: DateNavigatorProps) => (
  <>
    <IconButton aria-label={labels.earlier} onClick={() => onChange(earlier)}>
      <ChevronLeft />
    </IconButton>
    <Button size="small" variant="outlined" onClick={onNow} disabled={isNow}>
      {labels.now}
    </Button>
    <IconButton aria-label={labels.later} onClick={() => onChange(later)}>
      <ChevronRight />
    </IconButton>
    <TextField
      type="date"
      className={className}
      value={date}
      onChange={event => {
        // A date being typed is empty until it is complete; its year begins with zeros.
        if (/^[12]\d{3}-/.test(event.target.value)) onChange(event.target.value)
      }}
      slotProps={{ htmlInput: { 'aria-label': labels.date } }}
    />
  </>
)
