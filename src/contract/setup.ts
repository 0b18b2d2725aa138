import { type Body, InvalidBody } from './body'

export const setupFormat = 'slotwise.setup'
export const setupVersion = 1
/** Bytes. */
export const maxSetup = 5 * 1024 * 1024

/**
 * A tenant's set-up: its settings as `tenant`, and a list of records for each resource with `setup`. Records refer to
 * each other by their keys.
 */
export interface SetupDocument {
  format: typeof setupFormat
  formatVersion: typeof setupVersion
  tenant?: Readonly<Record<string, unknown>>
  [section: string]: unknown
}

export const setupActions = ['create', 'change', 'delete', 'deactivate', 'unmanaged'] as const
export type SetupAction = (typeof setupActions)[number]

/** The body of a call that takes a document. What its sections hold is checked against the declarations. */
export const setupBody: Body<SetupDocument, SetupDocument> = {
  maxJson: maxSetup,
  schema: {
    type: 'object',
    description: 'A set-up document: `tenant`, and a list for each section. Sections that are missing stay as they are',
    properties: {
      format: { type: 'string', enum: [setupFormat] },
      formatVersion: { type: 'integer', enum: [setupVersion] },
      tenant: { type: 'object', additionalProperties: true },
    },
    required: ['format', 'formatVersion'],
    additionalProperties: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
  read: json => {
    const { format, formatVersion } = json
    if (format !== setupFormat)
      throw new InvalidBody({ format: { key: 'validation.choice', args: { values: setupFormat } } })
    if (formatVersion !== setupVersion)
      throw new InvalidBody({ formatVersion: { key: 'validation.choice', args: { values: String(setupVersion) } } })
    return json as SetupDocument
  },
}
