import { sql } from 'kysely'
import { savedViews } from '../../../src/core'
import { coreCalls } from '../../../src/core/calls'
import { findRecords } from '../../crud/scope'
import { implement } from '../../http/implement'
import { invalidField, Problem } from '../../http/problem'
import type { Route } from '../../http/route'
import type { Core } from '../core'
import { requireList } from './savedViewsHooks'

export const savedViewRoutes = (core: Core): Route[] => [
  implement(coreCalls.savedViews.chooseDefault, async request => {
    const { body, caller } = request
    const { tenant, userId } = caller
    return request.write(async ({ db }) => {
      const viewId = body.viewId?.toLowerCase() ?? null
      const [view] = viewId ? await findRecords(db, core.scope(savedViews, request), [viewId]) : []
      if (viewId && !view)
        throw new Problem('not_found', 'There is no such view.', {
          errors: { viewId: { key: 'validation.reference', args: {} } },
        })
      const { name } = requireList(core, body.resource, caller)
      if (view && view.resource !== name) throw invalidField('viewId', 'validation.misfit')
      if (viewId)
        await sql`insert into saved_view_defaults (tenant_id, user_id, resource, view_id)
          values (${tenant.id}, ${userId}, ${name}, ${viewId})
          on conflict (tenant_id, user_id, resource) do update set view_id = excluded.view_id`.execute(db)
      else
        await sql`delete from saved_view_defaults
          where tenant_id = ${tenant.id} and user_id = ${userId} and resource = ${name}`.execute(db)
      return { resource: name, viewId }
    })
  }),
]
