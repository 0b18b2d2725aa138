import DeleteOutline from '@mui/icons-material/DeleteOutlined'
import ExpandLess from '@mui/icons-material/ExpandLess'
import ExpandMore from '@mui/icons-material/ExpandMore'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import type { DateOverride } from '../../../schema'
import { Columns } from '../../../ui/Columns'
import { useDisplay } from '../../../ui/format/display'
import { formatBlocks, formatDates } from '../../../ui/format/hours'
import { DateField } from '../../../ui/inputs/DateField'
import { usePickerText } from '../../../ui/inputs/usePickerText'
import { Row, Stack } from '../../../ui/layout'
import { Tick } from '../../../ui/Tick'
import { type BlockErrors, HoursFields } from './HoursFields'
import styles from './overrides.module.css'
import { useHoursText } from './useHoursText'
import { nextBlock } from './week'

type Problem = { message?: string } | undefined
export interface OverrideErrors {
  startDate?: Problem
  endDate?: Problem
  label?: Problem
  hours?: Problem & Readonly<Record<number, BlockErrors | undefined>>
}

interface OverrideEntryProps {
  override: DateOverride
  errors: OverrideErrors | undefined
  isOpen: boolean
  onToggle: () => void
  onChange: (override: DateOverride) => void
  onRemove: () => void
}

const padding = { p: 0.75 }

export const OverrideEntry = ({ override, errors, isOpen, onToggle, onChange, onRemove }: OverrideEntryProps) => {
  const text = useHoursText()
  const pickerText = usePickerText()
  const display = useDisplay()
  const id = useId()
  const { startDate, endDate, isClosed, hours, repeatsYearly, label } = override
  const dates = startDate && endDate ? formatDates(override, display.locale) : text('crud.dates.new')
  const details = [
    isClosed ? text('crud.hours.closed') : formatBlocks(hours, display),
    repeatsYearly && text('crud.dates.yearly'),
  ]
  const set = (change: Partial<DateOverride>) => onChange({ ...override, ...change })
  const setStart = (date: string) => set({ startDate: date, ...(endDate < date && { endDate: date }) })
  const name = label || dates
  return (
    <li className={styles.entry} data-invalid={errors !== undefined}>
      <Row gap="0.25rem">
        <button type="button" className={styles.summary} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {isOpen ? <ExpandLess fontSize="small" /> : <ExpandMore fontSize="small" />}
          <span>
            <strong>{dates}</strong> {label}
            <span className={styles.details}>{details.filter(Boolean).join(' · ')}</span>
          </span>
        </button>
        <IconButton size="small" aria-label={text('crud.dates.remove', { name })} onClick={onRemove}>
          <DeleteOutline fontSize="small" />
        </IconButton>
      </Row>
      {isOpen && (
        <Stack gap="0.25rem" id={id} className={styles.fields}>
          <Columns least="9rem" gap="0 0.75rem">
            <DateField
              label={pickerText('crud.dates.from')}
              value={startDate}
              onChange={setStart}
              error={Boolean(errors?.startDate)}
              helperText={errors?.startDate?.message}
            />
            <DateField
              label={pickerText('crud.dates.to')}
              value={endDate}
              min={startDate}
              onChange={date => set({ endDate: date })}
              error={Boolean(errors?.endDate)}
              helperText={errors?.endDate?.message}
            />
          </Columns>
          <TextField
            label={text('crud.dates.label')}
            value={label ?? ''}
            onChange={event => set({ label: event.target.value || null })}
            error={Boolean(errors?.label)}
            helperText={errors?.label?.message}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
          <RadioGroup
            row
            aria-label={text('crud.dates.what', { name })}
            value={isClosed ? 'closed' : 'open'}
            onChange={(_, value) =>
              set(value === 'closed' ? { isClosed: true, hours: [] } : { isClosed: false, hours: [nextBlock([])] })
            }
          >
            <FormControlLabel value="closed" control={<Radio sx={padding} />} label={text('crud.hours.closed')} />
            <FormControlLabel value="open" control={<Radio sx={padding} />} label={text('crud.dates.otherHours')} />
          </RadioGroup>
          {!isClosed && (
            <HoursFields
              of={name}
              blocks={hours}
              errors={hours.map((_, index) => errors?.hours?.[index])}
              onChange={(index, block) => set({ hours: hours.with(index, block) })}
              onRemove={index => set({ hours: hours.toSpliced(index, 1) })}
              onAdd={() => set({ hours: [...hours, nextBlock(hours)] })}
            />
          )}
          {errors?.hours?.message && <FormHelperText error>{errors.hours.message}</FormHelperText>}
          <Tick
            label={text('crud.dates.repeats')}
            sx={padding}
            checked={repeatsYearly}
            onChange={isOn => set({ repeatsYearly: isOn })}
          />
        </Stack>
      )}
    </li>
  )
}
