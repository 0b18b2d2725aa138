import ExpandMore from '@mui/icons-material/ExpandMore'
import { type ReactNode, useId, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { Muted, Stack } from '../../ui/layout'
import styles from './form.module.css'

interface MoreSectionsProps {
  titles: readonly string[]
  /** Their errors open it. */
  fields: readonly string[]
  children: ReactNode
}

const MoreSections = ({ titles, fields, children }: MoreSectionsProps) => {
  const text = useMachineText()
  const { errors } = useFormState()
  const [isOpened, setOpened] = useState(false)
  const id = useId()
  const isOpen = isOpened || fields.some(name => name in errors)
  return (
    <Stack gap="1.5rem" className={styles.more}>
      <button
        type="button"
        className={styles.moreButton}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
      >
        <ExpandMore fontSize="small" />
        <strong>{text('crud.form.more')}</strong>
        <Muted as="span">{titles.join(', ')}</Muted>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </Stack>
  )
}

export default MoreSections
