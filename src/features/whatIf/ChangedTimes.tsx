import { useId } from 'react'
import { formatMoment, useDisplay } from '../../show'
import { useText } from './useText'
import type { Effect } from './useWhatIf'
import styles from './whatIf.module.css'

const shown = 8

interface TimesProps {
  title: string
  times: readonly { startsAt: string }[]
  count: number
}

const Times = ({ title, times, count }: TimesProps) => {
  const text = useText()
  const display = useDisplay()
  if (count === 0) return null
  const first = times.slice(0, shown).map(({ startsAt }) => formatMoment(startsAt, display))
  return (
    <p>
      <strong>{title}:</strong> {first.join('; ')}
      {count > first.length && ` ${text('whatIf.more', { smart_count: count - first.length })}`}
    </p>
  )
}

export const ChangedTimes = ({ variants, unchangedCount }: Pick<Effect, 'variants'> & { unchangedCount: number }) => {
  const text = useText()
  const id = useId()
  return (
    <section>
      {variants.length > 0 && <h3 id={id}>{text('whatIf.variants')}</h3>}
      {variants.length > 0 && (
        <ul aria-labelledby={id}>
          {variants.map(one => (
            <li key={one.variantId}>
              <p>
                {one.catalogItemName} · {one.name}
              </p>
              <Times title={text('whatIf.gone')} times={one.removed} count={one.removedCount} />
              <Times title={text('whatIf.new')} times={one.added} count={one.addedCount} />
              {one.changedCount > 0 && <p>{text('whatIf.changed', { smart_count: one.changedCount })}</p>}
            </li>
          ))}
        </ul>
      )}
      {unchangedCount > 0 && <p className={styles.note}>{text('whatIf.unchanged', { smart_count: unchangedCount })}</p>}
    </section>
  )
}
