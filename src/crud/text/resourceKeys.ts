import type { AnyResource, Texts } from '../../schema'

type NotificationKey = Exclude<keyof Texts, 'empty'>

/** Where the texts of a resource are among the messages. Those that react-admin reads have react-admin's names. */
export const resourceKeys = ({ name }: Pick<AnyResource, 'name'>) => {
  const base = `resources.${name}`
  return {
    name: `${base}.name`,
    empty: `${base}.empty`,
    page: (view: 'list' | 'create' | 'edit' | 'show') => `${base}.page.${view}`,
    loading: (view: 'list' | 'edit') => `${base}.loading.${view}`,
    notification: (key: NotificationKey) => `${base}.notifications.${key}`,
    field: (field: string) => `${base}.fields.${field}`,
    help: (field: string) => `${base}.help.${field}`,
    /** What a structure inside a field is for. */
    about: `${base}.about`,
    choice: (field: string, value: string) => `${base}.choices.${field}.${value}`,
    assigned: (name: string) => `${base}.assigned.${name}`,
    assignedHelp: (name: string) => `${base}.assignedHelp.${name}`,
    section: (index: number) => `${base}.sections.${index}.title`,
    sectionHelp: (index: number) => `${base}.sections.${index}.help`,
  }
}
