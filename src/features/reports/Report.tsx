import Download from '@mui/icons-material/Download'
import FilterList from '@mui/icons-material/FilterList'
import Print from '@mui/icons-material/PrintOutlined'
import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import { type Dimension, isTime, type MeasureName } from '../../reports'
import { bookings } from '../../resources/bookings'
import { demand } from '../../resources/demand'
import {
  Columns,
  formatMoment,
  LoadError,
  Loading,
  Muted,
  Row,
  Screen,
  Stack,
  saveFile,
  useDisplay,
  useFailure,
} from '../../show'
import { answerOf } from './answerOf'
import { Chart } from './Chart'
import { FigureLink } from './FigureLink'
import { FiguresTable } from './FiguresTable'
import { type Figures, type FiguresQuery, useFigures, useFiguresFile } from './figuresApi'
import { formatChange, formatFigure, formatPeriod } from './formatFigure'
import { HeatMap } from './HeatMap'
import { PresetTabs } from './PresetTabs'
import { isForStaff, type Preset } from './presets'
import { ReportControls } from './ReportControls'
import { type ReportState, useReportState } from './reportState'
import styles from './reports.module.css'
import { unitsOf } from './unitsOf'
import { useText } from './useText'

const ReportFilters = lazy(() => import('./ReportFilters'))

const FileButton = ({ query, name }: { query: FiguresQuery; name: string }) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const fileOf = useFiguresFile()
  const [isPending, setIsPending] = useState(false)
  const save = async () => {
    setIsPending(true)
    try {
      saveFile(`${name}.csv`, await fileOf(query), 'text/csv')
    } catch (error) {
      notify(failureOf(error).detail, { type: 'error' })
    }
    setIsPending(false)
  }
  return (
    <Button startIcon={<Download />} disabled={isPending} onClick={() => void save()}>
      {text('reports.file')}
    </Button>
  )
}

interface TotalsProps {
  figures: Figures
  measures: readonly MeasureName[]
}

const Totals = ({ figures, measures }: TotalsProps) => {
  const text = useText()
  const { locale } = useDisplay()
  const shown = unitsOf(figures)
  return (
    <Columns as="dl" least="9rem" gap="0.75rem 1rem" className={`${styles.panel} ${styles.totals}`}>
      {measures.map(name => {
        const figure = figures.totals.figures[name]
        return (
          figure && (
            <div key={name}>
              <dt>{text(`reports.measure.${name}`)}</dt>
              <dd>
                <strong>
                  <FigureLink name={name} figure={figure}>
                    {formatFigure(figure.value, shown(name), locale)}
                  </FigureLink>
                </strong>
                {figure.change !== null && <Muted as="span">{formatChange(figure.change, locale)}</Muted>}
              </dd>
            </div>
          )
        )
      })}
    </Columns>
  )
}

const shownRows = ({ rows }: Figures, by: Dimension, measure: MeasureName) => {
  const amountOf = (row: Figures['rows'][number]): number => row.figures[measure]?.value ?? 0
  const hasOrder = isTime(by) || by === 'weekday' || by === 'leadBucket'
  return hasOrder ? rows : rows.toSorted((a, b) => amountOf(b) - amountOf(a))
}

const filtersOf = (preset: Preset, { filters: { source, ...ofDemand } }: ReportState) =>
  isForStaff(preset) ? ofDemand : { ...ofDemand, ...(source && { source: source as FiguresQuery['source'] }) }

const queryOf = (preset: Preset, state: ReportState): FiguresQuery => {
  const { period, by, compare, measure } = state
  const { isHeatMap = false } = preset
  return {
    measures: isHeatMap ? [measure] : [...preset.measures],
    groupBy: isHeatMap ? ['weekday', 'hour'] : [by],
    ...period,
    ...(compare && !isHeatMap && { compare }),
    ...filtersOf(preset, state),
  }
}

interface ContentProps {
  preset: Preset
  state: ReportState
  figures: Figures
  title: string
  isBusy: boolean
}

const HeatPanel = ({ state: { period, measure }, figures }: Pick<ContentProps, 'state' | 'figures'>) => {
  const text = useText()
  const { locale } = useDisplay()
  const title = text(`reports.measure.${measure}`)
  return (
    <div className={styles.panel}>
      <HeatMap
        figures={figures}
        measure={measure}
        caption={text('reports.heat', { title, period: formatPeriod(period, locale) })}
      />
    </div>
  )
}

const ChartAndTable = ({ preset, state: { period, by }, figures, title }: Omit<ContentProps, 'isBusy'>) => {
  const text = useText()
  const { locale } = useDisplay()
  const [main] = preset.measures
  const rows = shownRows(figures, by, main)
  const hasBars = (each: MeasureName) => rows.some(({ figures }) => figures[each]?.value || figures[each]?.previous)
  // A measure may be 0 throughout.
  const charted = by === 'leadBucket' ? 'bookings' : (preset.measures.find(hasBars) ?? main)
  const caption = text('reports.caption', { title, by: text(`reports.by.${by}`), period: formatPeriod(period, locale) })
  return (
    <>
      <Totals figures={figures} measures={preset.measures} />
      <div className={styles.pair}>
        <figure className={styles.panel}>
          <figcaption>{text(`reports.measure.${charted}`)}</figcaption>
          <Chart figures={figures} rows={rows} measure={charted} by={by} />
        </figure>
        <div className={styles.panel}>
          <FiguresTable
            {...{ figures, rows, by, measures: preset.measures }}
            caption={
              figures.compare
                ? text('reports.compared', { caption, period: formatPeriod(figures.compare, locale) })
                : caption
            }
          />
        </div>
      </div>
    </>
  )
}

const Content = ({ preset, state, figures, title, isBusy }: ContentProps) => {
  const text = useText()
  const display = useDisplay()
  const { measures } = queryOf(preset, state)
  return (
    <Stack gap="1rem" aria-busy={isBusy} className={styles.content}>
      {preset.isHeatMap ? (
        <HeatPanel state={state} figures={figures} />
      ) : (
        <ChartAndTable {...{ preset, state, figures, title }} />
      )}
      <details className={styles.meaning}>
        <summary>{text('reports.meaning')}</summary>
        <dl>
          {measures.map(each => (
            <div key={each}>
              <dt>{text(`reports.measure.${each}`)}</dt>
              <dd>{text(`reports.definition.${each}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Muted>
        {figures.notes.length > 0 && `${text('reports.openTimeAsOfNow')} `}
        {text('reports.asOf', { time: formatMoment(figures.asOf, display) })}
      </Muted>
    </Stack>
  )
}

export const Report = ({ preset }: { preset: Preset }) => {
  const text = useText()
  const display = useDisplay()
  const [state, change] = useReportState(preset)
  const { name, period, by, compare, measure } = state
  const { isHeatMap = false } = preset
  const [isFiltering, setIsFiltering] = useState(false)
  const given = filtersOf(preset, state)
  const query = queryOf(preset, state)
  const { data: figures, error, refetch, isPlaceholderData } = useFigures(query, isForStaff(preset) ? demand : bookings)
  const title = text(`reports.preset.${preset.key}`)
  const dates = formatPeriod(period, display.locale)
  const filterCount = Object.keys(given).length
  // Another preset's placeholder lacks these measures.
  const isReady = figures && query.measures.every(each => figures.totals.figures[each])
  return (
    <Screen
      isWide
      title={text('reports.title', { title })}
      subtitle={name ? `${text(`reports.period.${name}`)} · ${dates}` : dates}
      actions={
        <>
          <FileButton query={query} name={`${preset.path}-${period.from}`} />
          <Button startIcon={<Print />} onClick={() => window.print()}>
            {text('reports.print')}
          </Button>
        </>
      }
    >
      <PresetTabs current={preset} />
      <p className={styles.answer} role="status">
        {isReady &&
          answerOf(
            {
              ...{ preset, figures, measure, isLastYear: compare === 'last_year' },
              period: name ? text(`reports.period.${name}`) : dates,
              by: isHeatMap ? ['weekday', 'hour'] : [by],
            },
            text,
            display,
          )}
      </p>
      <Stack gap="0.5rem" className={styles.asks}>
        <Row wrap gap="0.5rem 0.75rem" align="flex-end">
          <ReportControls preset={preset} state={state} change={change} />
          <Button startIcon={<FilterList />} aria-expanded={isFiltering} onClick={() => setIsFiltering(is => !is)}>
            {filterCount > 0 ? text('reports.filtered', { count: filterCount }) : text('reports.filters')}
          </Button>
          {filterCount > 0 && (
            <Button onClick={() => change(Object.fromEntries(Object.keys(given).map(filter => [filter, ''])))}>
              {text('reports.clear')}
            </Button>
          )}
        </Row>
        {isFiltering && (
          <Suspense>
            <ReportFilters state={state} change={change} hasSource={!isForStaff(preset)} />
          </Suspense>
        )}
      </Stack>
      {error ? (
        <LoadError message={text('reports.failed')} error={error} onRetry={() => void refetch()} />
      ) : !isReady ? (
        <Loading>{title}</Loading>
      ) : (
        <Content {...{ preset, state, figures, title, isBusy: isPlaceholderData }} />
      )}
    </Screen>
  )
}
