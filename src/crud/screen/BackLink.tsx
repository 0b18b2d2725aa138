import ArrowBack from '@mui/icons-material/ArrowBack'
import { Link } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import styles from '../../ui/screen/screen.module.css'
import { useListAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'

/** Links from a record's page to its list. */
export const BackLink = () => {
  const text = useMachineText()
  const resource = useDeclaration()
  return (
    <Link to={useListAddress(resource)} className={styles.back}>
      <ArrowBack fontSize="inherit" />
      {text('crud.back', { name: text(resourceKeys(resource).page('list')) })}
    </Link>
  )
}
