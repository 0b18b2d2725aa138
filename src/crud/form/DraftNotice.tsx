import Button from '@mui/material/Button'
import { useMachineText } from '../../i18n/useMachineText'
import { Row } from '../../ui/layout'
import styles from './form.module.css'

const DraftNotice = ({ onAnswer }: { onAnswer: (isWanted: boolean) => void }) => {
  const text = useMachineText()
  return (
    <Row wrap gap="0.5rem" className={styles.draft} role="status">
      <p className={styles.draftText}>{text('crud.draft.text')}</p>
      <Button size="small" variant="outlined" onClick={() => onAnswer(true)}>
        {text('crud.draft.restore')}
      </Button>
      <Button size="small" onClick={() => onAnswer(false)}>
        {text('crud.draft.discard')}
      </Button>
    </Row>
  )
}

export default DraftNotice
