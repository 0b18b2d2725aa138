import { useTranslate } from 'ra-core'
import { Link } from 'react-router'
import { useText } from '../i18n/useText'
import { resourceIcons } from '../layout/resourceIcons'
import type { AnyResource } from '../schema'
import styles from './figures.module.css'

interface ResourceFigureProps {
  resource: AnyResource
  /** Where the records are shown. */
  to: string
  /** How many there are; undefined until it is known. */
  total: number | undefined
  /** How many of them are active, where records are that or not. */
  active: number | null | undefined
  isFailed: boolean
}

/** How many records there are, and how many of them are active, as a card that leads to them. */
export const ResourceFigure = ({ resource, to, total, active, isFailed }: ResourceFigureProps) => {
  const text = useText()
  const translate = useTranslate()
  const Icon = resourceIcons[resource.icon]
  return (
    <article className={styles.card}>
      <h3 className={styles.head}>
        <Icon fontSize="small" />
        <Link to={to} className={styles.link}>
          {translate(`resources.${resource.name}.name`, { smart_count: 2 })}
        </Link>
      </h3>
      <p className={styles.number}>{total?.toLocaleString()}</p>
      <p className={styles.note}>
        {isFailed
          ? text('figure.failed')
          : typeof active === 'number' && text('figure.active', { count: active.toLocaleString() })}
      </p>
    </article>
  )
}
