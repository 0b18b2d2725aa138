import * as z from 'zod/mini'
import { type Body, defineCall, InvalidBody, isUuid, membersFrom } from '../../contract'

interface OwnDefault {
  resource: string
  viewId: string | null
}

const body: Body<OwnDefault, OwnDefault> = {
  schema: {
    type: 'object',
    properties: {
      resource: { type: 'string', maxLength: 63, description: 'The list' },
      viewId: {
        anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }],
        description: 'Null for none of one’s own',
      },
    },
    required: ['resource', 'viewId'],
    additionalProperties: false,
  },
  read: ({ resource, viewId, ...others }) => {
    const isView = viewId === null || (typeof viewId === 'string' && isUuid(viewId))
    const errors = {
      ...Object.fromEntries(Object.keys(others).map(name => [name, { key: 'validation.unknown' as const, args: {} }])),
      ...((typeof resource !== 'string' || resource === '') && {
        resource: { key: 'validation.required' as const, args: {} },
      }),
      ...(!isView && { viewId: { key: 'validation.uuid' as const, args: {} } }),
    }
    if (Object.keys(errors).length > 0) throw new InvalidBody(errors)
    return { resource: resource as string, viewId: viewId as string | null }
  },
}

export const chooseDefault = defineCall({
  method: 'PUT',
  path: '/saved-views/default',
  access: membersFrom('viewer'),
  tag: 'Saved Views',
  operationId: 'chooseDefaultView',
  summary: 'Choose the view with which a list opens for me',
  description: 'It goes before the tenant’s default, and that before what the list opens with by itself.',
  body,
  answer: { description: 'The choice', schema: z.object({ resource: z.string(), viewId: z.nullable(z.uuid()) }) },
})
