import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useListContext, useNotify } from 'ra-core'
import { toRequest } from '../../dataProvider/readRecords'
import { useMachineText } from '../../i18n/useMachineText'
import type { NamedAction } from '../../schema'
import { namedMenu } from '../../ui/namedMenu'
import { useRunAction } from '../actions/useRunAction'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'

interface ExportMenuProps {
  anchor: HTMLElement
  files: readonly NamedAction[]
  onShown: () => void
  onClose: () => void
}

const ExportMenu = ({ anchor, files, onShown, onClose }: ExportMenuProps) => {
  const text = useMachineText()
  const notify = useNotify()
  const keys = resourceKeys(useDeclaration())
  const { filterValues, filter: fixed, sort } = useListContext()
  const {
    page: _page,
    perPage: _perPage,
    filter,
    ...request
  } = toRequest({ sort, filter: { ...filterValues, ...fixed } })
  const run = useRunAction({ query: { ...request, ...filter } })
  const choose = (work: () => void) => () => {
    onClose()
    work()
  }
  const save = async (named: NamedAction) => {
    const refused = await run(named, {})
    if (refused) notify(Object.values(refused).join(' '), { type: 'error' })
  }
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={namedMenu(text('crud.export'))}>
      <MenuItem onClick={choose(onShown)}>{text('crud.export.shown')}</MenuItem>
      {files.map(named => (
        <MenuItem key={named.name} onClick={choose(() => void save(named))}>
          {text(keys.action(named.name, 'label'))}
        </MenuItem>
      ))}
    </Menu>
  )
}

export default ExportMenu
