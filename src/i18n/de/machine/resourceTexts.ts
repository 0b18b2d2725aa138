/** Toasts and titles follow from the names; without those, it adds to other texts. */
export interface ResourceTexts {
  name: string
  one?: string
  many?: string
  fields?: Readonly<Record<string, string>>
  choices?: Readonly<Record<string, string>>
  /** With undos (`checkIn.undo`); `dismiss` leaves the dialog. */
  actions?: Readonly<Record<string, { label: string; done: string; confirm?: string; dismiss?: string }>>
  /** By key after the resource's name: `help.name`, `sections.contact.title`, `tabs.past`. */
  texts?: Readonly<Record<string, string>>
}

export const activation: NonNullable<ResourceTexts['actions']> = {
  activate: { label: 'Aktivieren', done: 'Aktiviert' },
  deactivate: { label: 'Deaktivieren', done: 'Deaktiviert' },
}

const named = (one: string, many: string) => ({
  page: { list: many, create: `${one} anlegen`, edit: `${one} bearbeiten`, show: one },
  loading: { list: `${many} werden geladen …`, edit: `${one} wird geladen …` },
  notifications: {
    created: `${one} angelegt`,
    updated: `${one} gespeichert`,
    deleted: `${one} gelöscht`,
    createFailed: `${one}: Anlegen fehlgeschlagen`,
    updateFailed: `${one}: Speichern fehlgeschlagen`,
    deleteFailed: `${one}: Löschen fehlgeschlagen`,
  },
  fields: { createdAt: 'Angelegt', updatedAt: 'Geändert', version: 'Fassung' },
})

const messagesOf = ({ name, one, many, fields, choices, actions = {}, texts = {} }: ResourceTexts) => {
  const base = `resources.${name}`
  const under = (part: string, texts: Readonly<Record<string, string>> = {}) =>
    Object.entries(texts).map(([key, text]) => [`${base}.${part}.${key}`, text])
  return Object.fromEntries([
    ...(one && many ? [[`${base}.name`, `${one} |||| ${many}`]] : []),
    ...(one && many ? Object.entries(named(one, many)).flatMap(([part, said]) => under(part, said)) : []),
    ...under('fields', fields),
    ...under('choices', choices),
    ...Object.entries(actions).flatMap(([action, said]) => under(`actions.${action}`, said)),
    ...Object.entries(texts).map(([key, text]) => [`${base}.${key}`, text]),
  ])
}

/**
 * German messages of declared resources.
 *
 * @example germanTexts([{ name: 'bikes', one: 'Fahrrad', many: 'Fahrräder', fields: { color: 'Farbe' } }])
 */
export const germanTexts = (resources: readonly ResourceTexts[]): Readonly<Record<string, string>> =>
  Object.assign({}, ...resources.map(messagesOf))
