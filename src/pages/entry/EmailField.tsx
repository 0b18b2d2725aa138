import { entryText } from '../../i18n/entryText'
import { EntryField, type EntryFieldProps } from './EntryField'

export const EmailField = (props: Pick<EntryFieldProps, 'autoFocus' | 'defaultValue' | 'error'>) => (
  <EntryField name="email" label={entryText('field.email')} type="email" autoComplete="username" {...props} />
)
