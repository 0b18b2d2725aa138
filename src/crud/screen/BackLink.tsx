import ArrowBack from '@mui/icons-material/ArrowBack'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router'
import { screenPath } from '../../schema'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { useCrudText } from '../text/useCrudText'
import styles from './screen.module.css'

/** The way back from a record to its list. */
export const BackLink = () => {
  const text = useCrudText()
  const translate = useTranslate()
  const resource = useDeclaration()
  return (
    <Link to={screenPath(resource, 'list')} className={styles.back}>
      <ArrowBack fontSize="inherit" />
      {text('crud.back', { name: translate(resourceKeys(resource).page('list')) })}
    </Link>
  )
}
