import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined'
import { type CellProps, NumberCell, useText } from '../../show'
import styles from './affectedCell.module.css'

/** Warns of a rule that affects no resource (docs/domain.md#rules). */
export const AffectedCell = (props: CellProps<'integer'>) => {
  const text = useText()
  if (props.value > 0) return <NumberCell {...props} />
  return (
    <span className={styles.nothing}>
      <ErrorOutline fontSize="inherit" /> {text('rules.appliesToNothing')}
    </span>
  )
}
