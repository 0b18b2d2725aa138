import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined'
import { NumberCell } from '../cells/NumberCell'
import type { CellProps } from '../kinds'
import { useCrudText } from '../text/useCrudText'
import styles from './overrides.module.css'

/** How many resources a rule concerns; one that concerns none does nothing, and that is easily overlooked (domain.md §2.8). */
export const AffectedCell = (props: CellProps<'integer'>) => {
  const text = useCrudText()
  if (props.value > 0) return <NumberCell {...props} />
  return (
    <span className={styles.nothing}>
      <ErrorOutline fontSize="inherit" /> {text('crud.rule.nothing')}
    </span>
  )
}
