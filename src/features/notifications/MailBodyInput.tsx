import type { InputProps } from '../../crud/kinds/kindView'
import MailPreview from './MailPreview'
import styles from './notifications.module.css'
import { useBuiltInText } from './useBuiltInText'
import { useText } from './useText'

const MailBodyInput = (props: InputProps<'longText'>) => {
  const text = useText()
  const Input = props.inputOf(props.resource, props.name, props.field)
  const builtIn = useBuiltInText(props.record === undefined)
  return (
    <div className={styles.beside}>
      <div>
        <Input {...props} />
        {builtIn && (
          <p className={styles.names}>
            {text('mails.names')}{' '}
            {builtIn.placeholders.map(({ name }) => (
              <code key={name}>{`{{${name}}} `}</code>
            ))}
          </p>
        )}
      </div>
      <MailPreview />
    </div>
  )
}

export default MailBodyInput
