import Checkbox from '@mui/material/Checkbox'
import Popover from '@mui/material/Popover'
import { useId } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { useDeclaration } from '../declaration'
import styles from './columnsMenu.module.css'
import { columnsOf } from './columnsOf'
import { useHiddenColumns } from './useShownColumns'

const padding = { p: 0.5 }

const ColumnsMenu = ({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) => {
  const translate = useMachineText()
  const id = useId()
  const resource = useDeclaration()
  const [hidden, setHidden] = useHiddenColumns()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': translate('ra.action.select_columns') } }}
    >
      <ul className={styles.columns}>
        {columnsOf(resource)
          .slice(1)
          .map(({ name, label }) => {
            const isShown = !hidden.includes(name)
            return (
              <li key={name}>
                <Checkbox
                  id={`${id}-${name}`}
                  sx={padding}
                  checked={isShown}
                  onChange={() => setHidden(isShown ? [...hidden, name] : hidden.filter(each => each !== name))}
                />
                <label htmlFor={`${id}-${name}`}>{translate(label)}</label>
              </li>
            )
          })}
      </ul>
    </Popover>
  )
}

export default ColumnsMenu
