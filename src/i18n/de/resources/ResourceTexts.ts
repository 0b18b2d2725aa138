export interface ResourceTexts {
  name: string
  one: string
  many: string
  fields: Readonly<Record<string, string>>
  choices?: Readonly<Record<string, string>>
  /**
   * Texts of actions and of their undos (`checkIn.undo`): label, toast, confirmation, and the button that leaves the
   * dialog.
   */
  actions?: Readonly<Record<string, { label: string; done: string; confirm?: string; dismiss?: string }>>
  /** Other texts by their key after the resource's name: `help.name`, `sections.contact.title`, `tabs.past`. */
  texts?: Readonly<Record<string, string>>
}

export const activation: NonNullable<ResourceTexts['actions']> = {
  activate: { label: 'Aktivieren', done: 'Aktiviert' },
  deactivate: { label: 'Deaktivieren', done: 'Deaktiviert' },
}
