import { isEmpty, type ValidationErrors } from '../schema'
import { type Body, InvalidBody } from './body'

export const setupFormat = 'slotwise.setup'
export const setupVersion = 1
/** Bytes. */
export const maxSetup = 5 * 1024 * 1024

/** Settings as `tenant`, and records by resource, which refer to each other by key. */
export interface SetupDocument {
  format: typeof setupFormat
  formatVersion: typeof setupVersion
  tenant?: Readonly<Record<string, unknown>>
  [section: string]: unknown
}

export const setupActions = ['create', 'change', 'delete', 'deactivate', 'unmanaged'] as const
export type SetupAction = (typeof setupActions)[number]

/** The declarations check its sections. */
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
    const errors: ValidationErrors = {}
    const refuse = (name: string, given: unknown, wanted: string | number) => {
      errors[name] = isEmpty(given)
        ? { key: 'validation.required', args: {} }
        : { key: 'validation.choice', args: { values: wanted } }
    }
    if (format !== setupFormat) refuse('format', format, setupFormat)
    if (formatVersion !== setupVersion) refuse('formatVersion', formatVersion, setupVersion)
    if (Object.keys(errors).length > 0) throw new InvalidBody(errors)
    return json as SetupDocument
  },
}
