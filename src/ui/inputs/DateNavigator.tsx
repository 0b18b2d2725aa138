import TextField from '@mui/material/TextField'
import { DateSteps, type DateStepsProps, whenComplete } from './DateSteps'

interface DateNavigatorProps extends DateStepsProps {
  /** A local date, `YYYY-MM-DD`. */
  date: string
  labels: DateStepsProps['labels'] & { date: string }
  className?: string | undefined
}

/** Steps back, to today, forward, or to any date. */
export const DateNavigator = ({ date, className, ...steps }: DateNavigatorProps) => (
  <>
    <DateSteps {...steps} />
    <TextField
      type="date"
      className={className}
      value={date}
      onChange={whenComplete(steps.onChange)}
      slotProps={{ htmlInput: { 'aria-label': steps.labels.date } }}
    />
  </>
)
