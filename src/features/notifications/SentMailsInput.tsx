import { ChoicesInput, type InputProps } from '../../show'
import { useText } from './useText'

const SentMailsInput = (props: InputProps<'choices'>) => <ChoicesInput {...props} others={useText()('mails.sent')} />

export default SentMailsInput
