import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogTitle from '@mui/material/DialogTitle'
import { startTransition, useId } from 'react'
import styles from './palette.module.css'
import { usePaletteText } from './usePaletteText'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
/** Stands for a key with a translated name. */
const command = '⌘'

const shortcuts = [
  ['palette', [command, 'K']],
  ['help', ['?']],
  ['sidebar', [command, 'B']],
  ['move', ['↑', '↓']],
  ['open', ['Enter']],
  ['newTab', [command, 'Enter']],
  ['close', ['Esc']],
] as const

const Shortcuts = ({ onClose }: { onClose: () => void }) => {
  const text = usePaletteText()
  const id = useId()
  return (
    <Dialog open onClose={() => startTransition(onClose)} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{text('shortcuts.title')}</DialogTitle>
      <dl className={styles.shortcuts}>
        {shortcuts.map(([key, keys]) => (
          <div key={key}>
            <dt>{text(`shortcuts.${key}`)}</dt>
            <dd>
              {keys.map(each => (
                <kbd key={each}>{each === command && !isMac ? text('shortcuts.ctrl') : each}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {text('shortcuts.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export default Shortcuts
