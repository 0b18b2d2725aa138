import type { InputProps } from '../../crud/kinds/kindView'
import MailPreview from './MailPreview'

/** The text of a mail, and what becomes of it. */
const MailBodyInput = (props: InputProps<'longText'>) => {
  const Input = props.inputOf(props.resource, props.name, props.field)
  return (
    <>
      <Input {...props} />
      <MailPreview />
    </>
  )
}

export default MailBodyInput
