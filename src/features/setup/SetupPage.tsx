import { Link } from 'react-router'
import { formatNumber, LoadError, Muted, Screen, useDisplay, useIconOf } from '../../show'
import { useRecordCounts } from '../figures/useRecordCounts'
import { SetupChecklist } from './SetupChecklist'
import styles from './setup.module.css'
import { setupAreas } from './setupAreas'
import { useSetupStatus } from './useSetupStatus'
import { useText } from './useText'

const SetupPage = () => {
  const text = useText()
  const iconOf = useIconOf()
  const { locale } = useDisplay()
  const { data: status, error, refetch } = useSetupStatus()
  const { data: counts, isError } = useRecordCounts()
  return (
    <Screen title={text('nav.setup')} subtitle={text('setup.intro')}>
      {status && <SetupChecklist steps={status.steps} />}
      {error && !status && <LoadError message={text('setup.failed')} error={error} onRetry={() => void refetch()} />}
      <ol className={styles.areas}>
        {setupAreas.map(({ key, base, icon, resource }) => {
          const Icon = iconOf(icon)
          const count = counts?.find(each => each.resource === resource.name)
          return (
            <li key={key} className={styles.area}>
              <span className={styles.icon}>
                <Icon />
              </span>
              <div className={styles.about}>
                <h2 className={styles.name}>
                  <Link to={`${base}/`} className={styles.link}>
                    {text(`setup.${key}.title`)}
                  </Link>
                </h2>
                <Muted>{text(`setup.${key}.text`)}</Muted>
              </div>
              <span className={styles.count}>
                {isError && !counts ? text('figures.failed') : count && formatNumber(count.total, locale)}
                {typeof count?.active === 'number' && count.active < count.total && (
                  <small>{text('figures.active', { count: formatNumber(count.active, locale) })}</small>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </Screen>
  )
}

export default SetupPage
