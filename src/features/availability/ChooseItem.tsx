import { Link } from 'react-router'
import styles from './availability.module.css'
import { useFirstItems } from './useRequest'
import { useText } from './useText'
import type { ViewState } from './viewState'

const ChooseItem = ({ addressOf }: { addressOf: (changes: Partial<ViewState>) => string }) => {
  const text = useText()
  const { data = [] } = useFirstItems()
  return (
    <section className={styles.choose} aria-labelledby="choose-item">
      <h2 id="choose-item">{text('availability.choose')}</h2>
      <ul>
        {data.map(({ id, name }) => (
          <li key={id}>
            <Link to={addressOf({ itemId: id, variantId: null, why: null })}>{name}</Link>
          </li>
        ))}
      </ul>
      {data.length >= 25 && <p className={styles.note}>{text('availability.chooseMore')}</p>}
    </section>
  )
}

export default ChooseItem
