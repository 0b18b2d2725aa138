import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableRow from '@mui/material/TableRow'
import { useMachineText } from '../../i18n/useMachineText'
import { useDeclaration } from '../declaration'
import { FieldValue } from '../kinds/FieldValue'
import { resourceKeys } from '../text/resourceKeys'
import type { ListColumn } from './columnsOf'
import styles from './list.module.css'
import { useSums } from './useSums'

const Sums = ({ name, sums }: { name: string; sums: readonly unknown[] }) => {
  const resource = useDeclaration()
  return sums.map(sum => (
    <div key={JSON.stringify(sum)}>
      <FieldValue resource={resource} name={name} record={{ [name]: sum }} />
    </div>
  ))
}

interface SumsFootProps {
  columns: readonly ListColumn[]
  hasBulkActions: boolean
  hasActions: boolean
}

export const SumsFoot = ({ columns, hasBulkActions, hasActions }: SumsFootProps) => {
  const text = useMachineText()
  const sumsOf = useSums()
  if (columns.every(({ name }) => sumsOf(name).length === 0)) return null
  return (
    <TableFooter>
      <TableRow className={styles.sums}>
        {hasBulkActions && <TableCell />}
        {columns.map(({ name, align }, index) => (
          <TableCell key={name} align={align} {...(index === 0 && { component: 'th', scope: 'row' })}>
            {index === 0 && text('crud.sums')}
            <Sums name={name} sums={sumsOf(name)} />
          </TableCell>
        ))}
        {hasActions && <TableCell />}
      </TableRow>
    </TableFooter>
  )
}

export const SumsLine = ({ columns }: { columns: readonly ListColumn[] }) => {
  const text = useMachineText()
  const keys = resourceKeys(useDeclaration())
  const sumsOf = useSums()
  const summed = columns.filter(({ name }) => sumsOf(name).length > 0)
  if (summed.length === 0) return null
  return (
    <li className={styles.card}>
      <strong>{text('crud.sums')}</strong>
      <dl className={styles.lines}>
        {summed.map(({ name }) => (
          <div key={name}>
            <dt>{text(keys.field(name))}</dt>
            <dd>
              <Sums name={name} sums={sumsOf(name)} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
