import Check from '@mui/icons-material/Check'
import Remove from '@mui/icons-material/Remove'
import type { CellProps } from '../kinds'
import { useCrudText } from '../text/useCrudText'
import styles from './cells.module.css'

export const FlagCell = ({ value }: CellProps<'flag'>) => {
  const text = useCrudText()
  return (
    <span className={value ? styles.flag : `${styles.flag} ${styles.muted}`}>
      {value ? <Check fontSize="inherit" color="success" /> : <Remove fontSize="inherit" />}
      {text(value ? 'crud.yes' : 'crud.no')}
    </span>
  )
}
