// Cells that few lists have, in one chunk that loads when one of them is shown (`laterCell`).
import { useMachineText } from '../../i18n/useMachineText'
import { humanize } from '../../schema/index'
import { formatDecimal } from '../../ui/format/decimals'
import { useDisplay } from '../../ui/format/display'
import { formatDate } from '../../ui/format/times'
import { timeZoneLabel } from '../../ui/format/timeZones'
import { resourceKeys } from '../text/resourceKeys'
import styles from './kinds.module.css'
import type { CellProps } from './kindView'

export const DecimalCell = ({ value, field }: CellProps<'decimal'>) => (
  <span className={styles.number}>{formatDecimal(value, useDisplay().locale, field.options.scale)}</span>
)

export const PercentCell = ({ value }: CellProps<'percent'>) => (
  <span className={styles.number}>{formatDecimal(value, useDisplay().locale, 0, 'percent')}</span>
)

/** What the chosen values are called, one after another; a label may have commas of its own. */
export const ChoicesCell = ({ value, name, resource, field: { options } }: CellProps<'choices'>) => {
  const translate = useMachineText()
  const keys = resourceKeys(resource)
  const labels = value.map(each => translate(keys.choice(name, each), { _: options.labels[each] ?? humanize(each) }))
  return <span className={styles.clamped}>{labels.join('; ')}</span>
}

/** One text after another, each behind its name. */
export const MetadataCell = ({ value }: CellProps<'metadata'>) => (
  <span className={styles.clamped}>
    {Object.entries(value)
      .map(([name, text]) => `${name}: ${text}`)
      .join(', ')}
  </span>
)

/** The first and the last day, or the one day if both are the same. */
export const DateRangeCell = ({ value: { start, end } }: CellProps<'dateRange'>) => {
  const { locale } = useDisplay()
  const days = start === end ? [start] : [start, end]
  return <span className={styles.number}>{days.map(day => formatDate(day, locale)).join(' – ')}</span>
}

/** Latitude and longitude, linked to a map. */
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

/** Only https becomes a link: an address from elsewhere could be a script. */
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
