import { resources } from '../../resources'
import {
  type AnyResource,
  allFields,
  choiceLabel,
  fieldLabel,
  formSections,
  loadingText,
  screenTitle,
  textsOf,
  validationMessages,
} from '../../schema'
import { crudMessages } from './crudMessages'
import { resourceKeys } from './resourceKeys'

const messagesOf = (resource: AnyResource): Record<string, string> => {
  const keys = resourceKeys(resource)
  const { empty, ...notifications } = textsOf(resource)
  const messages: Record<string, string> = {
    [keys.name]: resource.label.join(' |||| '),
    [keys.empty]: empty,
    [keys.page('list')]: screenTitle(resource, 'list'),
    [keys.page('create')]: screenTitle(resource, 'create'),
    [keys.page('edit')]: screenTitle(resource, 'edit'),
    [keys.page('show')]: resource.label[0],
    [keys.loading('list')]: loadingText(resource, 'list'),
    [keys.loading('edit')]: loadingText(resource, 'edit'),
  }
  for (const [key, text] of Object.entries(notifications)) {
    messages[keys.notification(key as keyof typeof notifications)] = text
  }
  for (const [name, field] of Object.entries(allFields(resource))) {
    messages[keys.field(name)] = fieldLabel(resource, name)
    if (field.help) messages[keys.help(name)] = field.help
    if (field.kind !== 'choice') continue
    for (const value of field.options.values) messages[keys.choice(name, value)] = choiceLabel(resource, name, value)
  }
  formSections(resource).forEach(({ title, help }, index) => {
    if (title) messages[keys.section(index)] = title
    if (help) messages[keys.sectionHelp(index)] = help
  })
  return messages
}

/**
 * The English messages of generated screens, for polyglot: `resources.{name}.name`, `.fields.*`, `.notifications.*`, `.empty` and
 * so on from the declarations, the validation messages, and the screens' own. Another language overrides them key by key.
 */
export const resourceMessages = (of: readonly AnyResource[] = resources): Record<string, string> => ({
  ...crudMessages,
  ...validationMessages,
  ...Object.assign({}, ...of.map(messagesOf)),
})
