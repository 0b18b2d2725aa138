import { useTranslate } from 'ra-core'
import { Link } from 'react-router'
import { useText } from '../i18n/useText'
import { resourceIcons } from '../layout/resourceIcons'
import type { AnyResource } from '../schema'
import styles from './figures.module.css'
import { useCounts } from './useCounts'

const activeOnly = { isActive: true }

interface ResourceFigureProps {
  resource: AnyResource
  /** Where the records are shown. */
  to: string
  /** Parameters of the resource's path. */
  meta?: Readonly<Record<string, string>>
}

/** How many records there are, and how many of them are active, as a card that leads to them. */
export const ResourceFigure = ({ resource, to, meta }: ResourceFigureProps) => {
  const text = useText()
  const translate = useTranslate()
  const hasActive = resource.list.filters?.some(name => name === 'isActive')
  const [all, active] = useCounts([{ resource, meta }, ...(hasActive ? [{ resource, meta, filter: activeOnly }] : [])])
  const Icon = resourceIcons[resource.icon]
  return (
    <article className={styles.card}>
      <h3 className={styles.head}>
        <Icon fontSize="small" />
        <Link to={to} className={styles.link}>
          {translate(`resources.${resource.name}.name`, { smart_count: 2 })}
        </Link>
      </h3>
      <p className={styles.number}>{all?.total?.toLocaleString()}</p>
      <p className={styles.note}>
        {all?.isFailed
          ? text('figure.failed')
          : active?.total !== undefined && text('figure.active', { count: active.total.toLocaleString() })}
      </p>
    </article>
  )
}
