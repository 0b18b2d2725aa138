import { sql } from 'kysely'
import { auditActorTypes, type JsonSchema, objectOf, param, uuidSchema } from '../../../src/contract'
import type { ResourceHooks } from '../hooks'

const textOrNull: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'null' }] }

export const eventsHooks: ResourceHooks = {
  visible: () => sql`events.data is not null`,
  filters: {
    type: {
      param: param('names', 'Of exactly this type', { max: 60 }),
      condition: types => sql`events.type = any(${types})`,
    },
    subjectId: {
      param: param('ids', 'About one of these'),
      condition: ids => sql`events.subject_id = any(${ids})`,
    },
  },
  extras: {
    subjectId: { select: sql`events.subject_id`, schema: uuidSchema },
    actor: {
      select: sql`json_build_object('type', events.actor_type, 'id', events.actor_id, 'name', events.actor_name)`,
      schema: objectOf({
        type: { type: 'string', enum: [...auditActorTypes] },
        id: { anyOf: [uuidSchema, { type: 'null' }] },
        name: textOrNull,
      }),
    },
    data: {
      select: sql`events.data`,
      schema: {
        type: 'object',
        description: 'The subject as its GET answered it after the change, or before it was deleted',
      },
    },
    previous: {
      select: sql`events.previous`,
      schema: {
        anyOf: [{ type: 'object' }, { type: 'null' }],
        description: 'What the fields that changed held before; null for a new subject',
      },
    },
  },
}
