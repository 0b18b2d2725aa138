import { Link } from 'react-router'
import { addDays } from '../../declare'
import { formatDay, formatDays, Muted, todayIn, useDisplay } from '../../show'
import styles from './setup.module.css'
import { useClosedDays } from './useClosedDays'
import { useText } from './useText'

const ClosedDaysPanel = () => {
  const text = useText()
  const { locale, timeZone } = useDisplay()
  const today = todayIn(timeZone)
  const closed = useClosedDays(today, addDays(today, 365))
  return (
    <section className={styles.closed} aria-labelledby="closed-days">
      <h2 id="closed-days" className={styles.name}>
        {text('setup.closedDays')}
      </h2>
      {closed.length === 0 ? (
        <Muted>{text('setup.noClosedDays')}</Muted>
      ) : (
        <ul>
          {closed.map(({ from, to, name, address }) => (
            <li key={`${address}/${from}`}>
              <span>{from === to ? formatDay(from, locale, 'full') : formatDays(from, to, locale, 'datesOfYear')}</span>
              <Link to={address}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export default ClosedDaysPanel
