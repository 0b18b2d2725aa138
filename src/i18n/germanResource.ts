/** A resource and its fields in German. */
export interface GermanResource {
  name: string
  one: string
  many: string
  fields: Readonly<Record<string, string>>
  choices?: Readonly<Record<string, string>>
  /** Anything else, by its key after the resource's name: `help.name`, `sections.0.title`. */
  texts?: Readonly<Record<string, string>>
}
