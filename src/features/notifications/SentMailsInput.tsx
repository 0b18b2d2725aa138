import { ChoicesInput } from '../../crud/inputs/ChoicesInput'
import type { InputProps } from '../../crud/kinds/kindView'
import { useText } from './useText'

/** Which mails go out: ticked are those that are not switched off. */
const SentMailsInput = (props: InputProps<'choices'>) => <ChoicesInput {...props} others={useText()('mails.sent')} />

export default SentMailsInput
