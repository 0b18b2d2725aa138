import styles from './availability.module.css'
import { bookingLooks } from './timeline/bookingLooks'
import { useText } from './useText'

const withVariant = ['free', 'limited', 'unavailable', 'closed'] as const
const without = ['open', 'closed'] as const

export const Legend = ({ hasVariant }: { hasVariant: boolean }) => {
  const text = useText()
  return (
    <ul className={styles.legend} aria-label={text('availability.legend')}>
      {(hasVariant ? withVariant : without).map(state => (
        <li key={state}>
          <span className={styles.swatch} data-state={state} />
          {text(`availability.legend.${state}`)}
        </li>
      ))}
      <li>
        <span className={styles.swatch} data-state="buffer" />
        {text('availability.legend.buffer')}
      </li>
      <li>
        <span className={styles.swatch} data-state="blackout" />
        {text('availability.legend.blackout')}
      </li>
      {Object.entries(bookingLooks).map(([status, { Icon, label }]) => (
        <li key={status}>
          <Icon fontSize="inherit" />
          {text(label)}
        </li>
      ))}
    </ul>
  )
}
