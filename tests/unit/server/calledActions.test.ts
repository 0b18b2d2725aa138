import { expect, it } from 'vitest'
import { routeTable } from '../../../server/crud/routeTable'
import { product } from '../../../server/product'
import { actionRole, actionSegment, actionsOf } from '../../../src/schema'

// A button for a call that is not there, or that asks for another role, would fail when somebody presses it.
const called = product.resources.flatMap(resource =>
  actionsOf(resource).flatMap(([name, action]) => {
    const path = `${resource.api}${action.on === 'collection' ? '' : '/{id}'}/${actionSegment(name)}`
    return action.calledBy ? [{ name: `${action.calledBy} ${path}`, resource, action, path }] : []
  }),
)

it.each(called)('$name is a call for the same people as its button', ({ resource, action, path }) => {
  const route = routeTable(product).find(one => one.method === action.calledBy && one.path === path)
  expect(route?.access).toMatchObject({ who: 'member', role: actionRole(resource, action) })
})
