import { sql } from 'kysely'
import { savedViews } from '../../../src/core'
import { coreCalls } from '../../../src/core/calls'
import { findRecord } from '../../crud/scope'
import { implement } from '../../http/implement'
import { invalidField } from '../../http/problem'
import type { Route } from '../../http/route'
import type { Core } from '../core'
import { requireList } from './savedViewsHooks'

export const savedViewRoutes = (core: Core): Route[] => [
  implement(coreCalls.savedViews.chooseDefault, async request => {
    const { body, caller } = request
    const { name } = requireList(core, body.resource, caller)
    const { tenant, userId } = caller
    return request.write(async ({ db }) => {
      await sql`delete from saved_view_defaults
        where tenant_id = ${tenant.id} and user_id = ${userId} and resource = ${name}`.execute(db)
      if (body.viewId === null) return { resource: name, viewId: null }
      const view = await findRecord(db, core.scope(savedViews, request), body.viewId)
      if (view.resource !== name) throw invalidField('viewId', 'validation.misfit')
      await sql`insert into saved_view_defaults (tenant_id, user_id, resource, view_id)
        values (${tenant.id}, ${userId}, ${name}, ${view.id})`.execute(db)
      return { resource: name, viewId: view.id }
    })
  }),
]
