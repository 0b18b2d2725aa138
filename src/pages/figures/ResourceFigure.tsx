import { Link } from 'react-router'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useMachineText } from '../../i18n/useMachineText'
import { useIconOf } from '../../layout/icons'
import type { AnyResource } from '../../schema'
import styles from './figures.module.css'

interface ResourceFigureProps {
  resource: AnyResource
  to: string
  total: number | undefined
  active: number | null | undefined
  isFailed: boolean
}

export const ResourceFigure = ({ resource, to, total, active, isFailed }: ResourceFigureProps) => {
  const text = useMachineText()
  const Icon = useIconOf()(resource.icon)
  return (
    <article className={styles.card}>
      <h3 className={styles.head}>
        <Icon fontSize="small" />
        <Link to={to} className={styles.link}>
          {text(resourceKeys(resource).name, { smart_count: 2 })}
        </Link>
      </h3>
      <p className={styles.number}>{total?.toLocaleString()}</p>
      <p className={styles.note}>
        {isFailed
          ? text('figures.failed')
          : typeof active === 'number' && text('figures.active', { count: active.toLocaleString() })}
      </p>
    </article>
  )
}
