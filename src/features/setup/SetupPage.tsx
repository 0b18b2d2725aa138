import { Link } from 'react-router'
import { useText } from '../../i18n/useText'
import { resourceIcons } from '../../layout/resourceIcons'
import { LoadError } from '../../ui/screen/LoadError'
import { Screen } from '../../ui/screen/Screen'
import { useCounts } from '../figures/useCounts'
import { SetupChecklist } from './SetupChecklist'
import styles from './setup.module.css'
import { setupAreas } from './setupAreas'
import { useSetupStatus } from './useSetupStatus'

const requests = setupAreas.map(({ resource }) => ({ resource }))

/** What the first booking still needs, and the six areas with their counts. */
const SetupPage = () => {
  const text = useText()
  const { data: status, error, refetch } = useSetupStatus()
  const counts = useCounts(requests)
  return (
    <Screen title={text('nav.setup')} subtitle={text('setup.intro')}>
      {status && <SetupChecklist steps={status.steps} />}
      {error && !status && <LoadError message={text('setup.failed')} error={error} onRetry={() => void refetch()} />}
      <ol className={styles.areas}>
        {setupAreas.map(({ key, base, icon }, index) => {
          const Icon = resourceIcons[icon]
          const count = counts[index]
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
                <p className={styles.text}>{text(`setup.${key}.text`)}</p>
              </div>
              <span className={styles.count}>
                {count?.isFailed ? text('figures.failed') : count?.total?.toLocaleString()}
              </span>
            </li>
          )
        })}
      </ol>
    </Screen>
  )
}

export default SetupPage
