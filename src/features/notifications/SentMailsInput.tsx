import { ChoicesInput } from '../../crud/inputs/ChoicesInput'
import type { InputProps } from '../../crud/kinds/kindView'
import { useText } from './useText'

/** A checked mail is sent; the field stores the unchecked ones. */
const SentMailsInput = (props: InputProps<'choices'>) => <ChoicesInput {...props} others={useText()('mails.sent')} />

export default SentMailsInput
