import CalendarMonth from '@mui/icons-material/CalendarMonth'
import MapOutlined from '@mui/icons-material/MapOutlined'
import TableRows from '@mui/icons-material/TableRows'
import ViewKanban from '@mui/icons-material/ViewKanbanOutlined'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useListViews, useOpenView, viewNames } from './useOpenView'
import { useViewText } from './useViewText'

const icons = { table: TableRows, calendar: CalendarMonth, board: ViewKanban, map: MapOutlined }

export const ViewSwitch = () => {
  const text = useViewText()
  const views = useListViews()
  const [{ view }, change] = useOpenView()
  const names = ['table' as const, ...viewNames.filter(name => views[name])]
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={view ?? 'table'}
      aria-label={text('crud.views')}
      onChange={(_, chosen: (typeof names)[number] | null) => {
        if (chosen) change({ view: chosen === 'table' ? null : chosen })
      }}
    >
      {names.map(name => {
        const Icon = icons[name]
        return (
          <ToggleButton key={name} value={name} aria-label={text(`crud.views.${name}`)}>
            <Icon fontSize="small" />
          </ToggleButton>
        )
      })}
    </ToggleButtonGroup>
  )
}
