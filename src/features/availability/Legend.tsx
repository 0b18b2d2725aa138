import styles from './availability.module.css'
import { useText } from './useText'

const states = ['free', 'limited', 'unavailable', 'closed'] as const

const Legend = () => {
  const text = useText()
  return (
    <ul className={styles.legend} aria-label={text('availability.legend')}>
      {states.map(state => (
        <li key={state}>
          <span className={styles.swatch} data-state={state} />
          {text(`availability.legend.${state}`)}
        </li>
      ))}
    </ul>
  )
}

export default Legend
