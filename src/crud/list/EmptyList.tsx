import { useMachineText } from '../../i18n/useMachineText'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { CreateButton } from './CreateButton'
import styles from './list.module.css'

export const EmptyList = () => {
  const translate = useMachineText()
  return (
    <div className={`${styles.state} ${styles.empty}`}>
      <p>{translate(resourceKeys(useDeclaration()).empty)}</p>
      <CreateButton />
    </div>
  )
}
