import Checkbox from '@mui/material/Checkbox'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { useListContext, useListSortContext } from 'ra-core'
import { memo, type Ref } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { ListColumn } from './columnsOf'

const padding = { p: 0.5 }

const SelectPage = () => {
  const translate = useMachineText()
  const { data = [], selectedIds, onSelect } = useListContext()
  const ids = data.map(({ id }) => id)
  const chosen = ids.filter(id => selectedIds.includes(id))
  const isAll = ids.length > 0 && chosen.length === ids.length
  const toggle = () =>
    onSelect(isAll ? selectedIds.filter(id => !ids.includes(id)) : Array.from(new Set([...selectedIds, ...ids])))
  return (
    <Checkbox
      sx={padding}
      checked={isAll}
      indeterminate={chosen.length > 0 && !isAll}
      onChange={toggle}
      slotProps={{ input: { 'aria-label': translate('ra.action.select_all') } }}
    />
  )
}

interface RecordTableHeadProps {
  row: Ref<HTMLTableRowElement>
  columns: readonly ListColumn[]
  hasBulkActions: boolean
  hasActions: boolean
}

export const RecordTableHead = memo(({ row, columns, hasBulkActions, hasActions }: RecordTableHeadProps) => {
  const translate = useMachineText()
  const { sort, setSort } = useListSortContext()
  return (
    <TableHead>
      <TableRow ref={row}>
        {hasBulkActions && (
          <TableCell padding="checkbox">
            <SelectPage />
          </TableCell>
        )}
        {columns.map(({ name, label: key, align, isSortable }) => {
          const label = translate(key)
          const isSorted = sort.field === name
          const next = isSorted && sort.order === 'ASC' ? 'DESC' : 'ASC'
          return (
            <TableCell
              key={name}
              align={align}
              data-align={align}
              {...(isSorted && { 'aria-sort': sort.order === 'DESC' ? 'descending' : 'ascending' })}
            >
              {isSortable ? (
                <TableSortLabel
                  active={isSorted}
                  direction={isSorted && sort.order === 'DESC' ? 'desc' : 'asc'}
                  aria-label={translate('ra.sort.sort_by', {
                    field: label,
                    field_lower_first: label.charAt(0).toLowerCase() + label.slice(1),
                    order: translate(`ra.sort.${next}`),
                  })}
                  onClick={() => setSort({ field: name, order: next })}
                >
                  {label}
                </TableSortLabel>
              ) : (
                label
              )}
            </TableCell>
          )
        })}
        {hasActions && (
          <TableCell padding="none">
            <span style={visuallyHidden}>{translate('crud.actions')}</span>
          </TableCell>
        )}
      </TableRow>
    </TableHead>
  )
})
