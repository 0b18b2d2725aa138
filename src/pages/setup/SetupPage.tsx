import { Link } from 'react-router'
import { Screen } from '../../crud/screen/Screen'
import { useText } from '../../i18n/useText'
import { resourceIcons } from '../../layout/resourceIcons'
import { SetupProgress } from './SetupProgress'
import { StatusLabel } from './StatusLabel'
import styles from './setup.module.css'
import { useSetup } from './useSetup'

/** The six areas, how much is in each, and what a first booking still needs. */
const SetupPage = () => {
  const text = useText()
  const { areas, done, needed } = useSetup()
  return (
    <Screen title={text('nav.setup')} subtitle={text('setup.intro')}>
      <SetupProgress done={done} needed={needed} />
      <ol className={styles.areas}>
        {areas.map(({ key, base, icon, count, status }) => {
          const Icon = resourceIcons[icon]
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
              <div className={styles.state}>
                <span className={styles.count}>
                  {count?.isFailed ? text('figure.failed') : count?.total?.toLocaleString()}
                </span>
                <StatusLabel status={status} />
              </div>
            </li>
          )
        })}
      </ol>
    </Screen>
  )
}

export default SetupPage
