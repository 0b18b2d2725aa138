import { useMachineText } from '../../i18n/useMachineText'
import { humanize } from '../../schema/index'
import { formatDecimal } from '../../ui/format/decimals'
import { useDisplay } from '../../ui/format/display'
import { formatDate } from '../../ui/format/times'
import { timeZoneLabel } from '../../ui/format/timeZones'
import { resourceKeys } from '../text/resourceKeys'
import styles from './kinds.module.css'
import type { CellProps } from './kindView'
import { Unit } from './Unit'

export const DecimalCell = ({ value, ...props }: CellProps<'decimal'>) => (
  <span className={styles.number}>
    {formatDecimal(value, useDisplay().locale, props.field.options.scale)}
    <Unit {...props} />
  </span>
)

export const PercentCell = ({ value }: CellProps<'percent'>) => (
  <span className={styles.number}>{formatDecimal(value, useDisplay().locale, 0, 'percent')}</span>
)

/** Labels may contain commas. */
export const ChoicesCell = ({ value, name, resource, field: { options } }: CellProps<'choices'>) => {
  const translate = useMachineText()
  const keys = resourceKeys(resource)
  const labels = value.map(each => translate(keys.choice(name, each), { _: options.labels[each] ?? humanize(each) }))
  return <span className={styles.clamped}>{labels.join('; ')}</span>
}

export const MetadataCell = ({ value }: CellProps<'metadata'>) => (
  <span className={styles.clamped}>
    {Object.entries(value)
      .map(([name, text]) => `${name}: ${text}`)
      .join(', ')}
  </span>
)

export const DateRangeCell = ({ value: { start, end } }: CellProps<'dateRange'>) => {
  const { locale } = useDisplay()
  const days = start === end ? [start] : [start, end]
  return <span className={styles.number}>{days.map(day => formatDate(day, locale)).join(' – ')}</span>
}

export const GeoCell = ({ value: { lat, lng }, isInLink }: CellProps<'geo'>) => {
  const text = <span className={styles.number}>{`${lat}, ${lng}`}</span>
  return isInLink ? (
    text
  ) : (
    <a
      href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text}
    </a>
  )
}

export const TimeZoneCell = ({ value }: CellProps<'timezone'>) => timeZoneLabel(value)

const withoutScheme = (url: string): string => url.replace(/^https:\/\//i, '').replace(/\/$/, '')

/** Other schemes could run scripts. */
export const UrlCell = ({ value, isInLink }: CellProps<'url'>) =>
  isInLink || !/^https:/i.test(value) ? (
    withoutScheme(value)
  ) : (
    <a href={value} target="_blank" rel="noopener noreferrer">
      {withoutScheme(value)}
    </a>
  )

export const ColorCell = ({ value }: CellProps<'color'>) => (
  <>
    <span className={styles.swatch} style={{ backgroundColor: value }} aria-hidden="true" />
    <span className={styles.code}>{value}</span>
  </>
)
