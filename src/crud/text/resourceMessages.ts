import {
  type AnyResource,
  allFields,
  type Fields,
  formSections,
  humanize,
  inputResource,
  loadingText,
  offersOf,
  screenTitle,
  tabsOf,
  textsOf,
  unitOf,
} from '../../schema'
import type { FieldOwner } from '../kinds/kindView'
import { structureOf, typedStructure } from '../structure'
import { resourceKeys } from './resourceKeys'

const fieldMessages = (owner: Pick<FieldOwner, 'name'>, fields: Fields): Record<string, string> => {
  const keys = resourceKeys(owner)
  const messages: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    messages[keys.field(name)] = field.label ?? humanize(name)
    if (field.help) messages[keys.help(name)] = field.help
    if (field.none) messages[keys.none(name)] = field.none
    const unit = unitOf(field)
    if (unit) messages[keys.unit(name)] = unit
    if (field.kind === 'text' || field.kind === 'tags')
      for (const [value, label] of Object.entries(field.options.known ?? {})) messages[keys.choice(name, value)] = label
    if (field.kind === 'choice' || field.kind === 'choices') {
      for (const value of field.options.values)
        messages[keys.choice(name, value)] = field.options.labels[value] ?? humanize(value)
    }
    if (field.kind === 'group' || field.kind === 'items') {
      const inner = structureOf(owner, name, field.options.fields)
      Object.assign(messages, fieldMessages(inner, inner.fields))
      if (field.kind === 'items') messages[resourceKeys(inner).name] = humanize(field.options.itemLabel)
    }
    if (field.kind === 'typed') {
      for (const [type, { fields, help }] of Object.entries(field.options.types)) {
        const inner = typedStructure(owner, name, type, fields)
        Object.assign(messages, fieldMessages(inner, fields), { [resourceKeys(inner).about]: help })
      }
    }
  }
  return messages
}

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
  Object.assign(
    messages,
    fieldMessages(resource, { ...resource.list.filterFields, ...resource.import?.columns, ...allFields(resource) }),
  )
  for (const { name, action } of offersOf(resource)) {
    messages[keys.action(name, 'label')] = action.label
    messages[keys.action(name, 'done')] = action.done
    if (action.confirm) messages[keys.action(name, 'confirm')] = action.confirm
    if (action.dismiss) messages[keys.action(name, 'dismiss')] = action.dismiss
    Object.assign(messages, fieldMessages(inputResource(resource, name, action), action.form))
  }
  for (const [name, { of, help }] of Object.entries(resource.assigns ?? {})) {
    messages[keys.assigned(name)] = (of() as AnyResource).label[1]
    if (help) messages[keys.assignedHelp(name)] = help
  }
  for (const [name, { label }] of Object.entries(
    (resource.list.joined ?? {}) as Readonly<Record<string, { label: string }>>,
  ))
    messages[keys.joined(name)] = label
  for (const [name, { label }] of tabsOf(resource)) messages[keys.tab(name)] = label
  for (const { name, title, help } of formSections(resource)) {
    if (title) messages[keys.section(name)] = title
    if (help) messages[keys.sectionHelp(name)] = help
  }
  return messages
}

/** For polyglot. Other languages override them key by key. */
export const resourceMessages = (resources: readonly AnyResource[]): Record<string, string> =>
  Object.assign({}, ...resources.map(messagesOf))
