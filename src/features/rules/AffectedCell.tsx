import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined'
import { rules } from '../../i18n/en/features/rules'
import { type CellProps, roomText } from '../../show'
import styles from './affectedCell.module.css'

const useText = roomText(rules)

/** Warns of a rule without effect (docs/domain.md#rules). */
const AffectedCell = (props: CellProps<'integer'>) => {
  const text = useText()
  const NumberCell = props.cellOf(props.resource, props.name, props.field)
  if (props.value > 0) return <NumberCell {...props} />
  return (
    <span className={styles.nothing}>
      <ErrorOutline fontSize="inherit" /> {text('rules.appliesToNothing')}
    </span>
  )
}

export default AffectedCell
