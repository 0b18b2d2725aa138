import { lazy, type ReactNode, Suspense, useId } from 'react'
import { Row } from '../../show'
import { periodNames } from './periods'
import { dimensionsOf, type Preset } from './presets'
import type { ChangeReport, ReportState } from './reportState'
import styles from './reports.module.css'
import { useText } from './useText'

const OwnDates = lazy(() => import('./OwnDates'))

interface SelectProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

const Select = ({ label, value, onChange, children }: SelectProps) => {
  const id = useId()
  return (
    <div className={styles.control}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </div>
  )
}

interface ReportControlsProps {
  preset: Preset
  state: ReportState
  change: ChangeReport
}

export const ReportControls = ({ preset, state, change }: ReportControlsProps) => {
  const text = useText()
  const { name, period, by, compare, measure } = state
  return (
    <Row wrap gap="0.5rem 0.75rem" align="flex-end" className={styles.controls}>
      <Select
        label={text('reports.period')}
        value={name ?? 'own'}
        onChange={chosen => change(chosen === 'own' ? { period: '', ...period } : { period: chosen, from: '', to: '' })}
      >
        {periodNames.map(one => (
          <option key={one} value={one}>
            {text(`reports.period.${one}`)}
          </option>
        ))}
        <option value="own">{text('reports.period.own')}</option>
      </Select>
      {name === null && (
        <Row gap="0.5rem" align="flex-start" className={styles.dates}>
          <Suspense>
            <OwnDates period={period} onChange={days => change({ ...days })} />
          </Suspense>
        </Row>
      )}
      {preset.isHeatMap ? (
        <Select label={text('reports.measure')} value={measure} onChange={chosen => change({ measure: chosen })}>
          {preset.measures.map(one => (
            <option key={one} value={one}>
              {text(`reports.measure.${one}`)}
            </option>
          ))}
        </Select>
      ) : (
        <>
          <Select label={text('reports.by')} value={by} onChange={chosen => change({ by: chosen })}>
            {dimensionsOf(preset).map(one => (
              <option key={one} value={one}>
                {text(`reports.by.${one}`)}
              </option>
            ))}
          </Select>
          <Select
            label={text('reports.compare')}
            value={compare ?? 'none'}
            onChange={chosen => change({ compare: chosen === 'previous' ? '' : chosen })}
          >
            {(['previous', 'last_year', 'none'] as const).map(one => (
              <option key={one} value={one}>
                {text(`reports.compare.${one}`)}
              </option>
            ))}
          </Select>
        </>
      )}
    </Row>
  )
}
