/** A resource and its fields in German. */
export interface ResourceTexts {
  name: string
  one: string
  many: string
  fields: Readonly<Record<string, string>>
  choices?: Readonly<Record<string, string>>
  /** The texts of its actions and of their ways back (`checkIn.undo`): label, notice when done, question before, and how to leave it. */
  actions?: Readonly<Record<string, { label: string; done: string; confirm?: string; dismiss?: string }>>
  /** Anything else, by its key after the resource's name: `help.name`, `sections.contact.title`, `tabs.past`. */
  texts?: Readonly<Record<string, string>>
}

export const activation: NonNullable<ResourceTexts['actions']> = {
  activate: { label: 'Aktivieren', done: 'Aktiviert' },
  deactivate: { label: 'Deaktivieren', done: 'Deaktiviert' },
}
