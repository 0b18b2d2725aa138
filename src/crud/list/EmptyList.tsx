import { useTranslate } from 'ra-core'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { CreateButton } from './CreateButton'
import styles from './list.module.css'

/** Says what the thing is for where there is none yet, and offers to make the first one. */
export const EmptyList = () => {
  const translate = useTranslate()
  return (
    <div className={`${styles.state} ${styles.empty}`}>
      <p>{translate(resourceKeys(useDeclaration()).empty)}</p>
      <CreateButton />
    </div>
  )
}
