import { ChoicesInput, type InputProps } from '../../show'
import { useText } from './useText'

/** A checked mail is sent; the field stores the unchecked ones. */
const SentMailsInput = (props: InputProps<'choices'>) => <ChoicesInput {...props} others={useText()('mails.sent')} />

export default SentMailsInput
