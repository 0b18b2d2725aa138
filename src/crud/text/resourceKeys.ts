import type { DeclaredKey } from '../../i18n/text'
import type { AnyResource, Texts } from '../../schema'

type NotificationKey = Exclude<keyof Texts, 'empty'>

/** A resource's message keys: `text(resourceKeys(bookings).field('status'))`. */
export const resourceKeys = ({ name }: Pick<AnyResource, 'name'>) => {
  const key = (path: string) => `resources.${name}.${path}` as DeclaredKey
  return {
    name: key('name'),
    empty: key('empty'),
    page: (view: 'list' | 'create' | 'edit' | 'show') => key(`page.${view}`),
    loading: (view: 'list' | 'edit') => key(`loading.${view}`),
    notification: (of: NotificationKey) => key(`notifications.${of}`),
    field: (field: string) => key(`fields.${field}`),
    joined: (column: string) => key(`joined.${column}`),
    tab: (tab: string) => key(`tabs.${tab}`),
    help: (field: string) => key(`help.${field}`),
    unit: (field: string) => key(`units.${field}`),
    none: (field: string) => key(`none.${field}`),
    about: key('about'),
    choice: (field: string, value: string) => key(`choices.${field}.${value}`),
    action: (name: string, part: 'label' | 'done' | 'confirm' | 'dismiss') => key(`actions.${name}.${part}`),
    assigned: (name: string) => key(`assigned.${name}`),
    assignedHelp: (name: string) => key(`assignedHelp.${name}`),
    section: (section: string) => key(`sections.${section}.title`),
    sectionHelp: (section: string) => key(`sections.${section}.help`),
  }
}
