import { calls } from '../../../src/calls'
import { implement, keptBriefly, Reply, type Route } from '../../serve'
import { makeChallenge } from './challenges'
import { book } from './confirmHoldRoute'
import { extend, read, release } from './holdRoutes'
import { comeBack, leave } from './leaveRoutes'
import { manageRoutes } from './manageRoutes'
import { itemContent, pageContent } from './pageContent'
import { publicVisitSlots } from './publicVisits'
import { create } from './takeHoldRoute'
import { publicDays, publicNext, publicSlots } from './times'
import { findPage, slugIn, visit } from './visitor'
import { waitlistRoutes } from './waitlistRoutes'

const shortly = { 'Cache-Control': 'public, max-age=60' }

const seen = [
  implement(calls.publicPage.page, async request => {
    const guest = await visit(request)
    const { content } = await guest.read(db => pageContent(db, guest, request.query))
    return new Reply(content, shortly)
  }),
  implement(calls.publicPage.item, async request => {
    const guest = await visit(request)
    const slug = slugIn(request.params.itemSlug)
    const content = await guest.read(async db => {
      const page = await findPage(db, guest.tenant.id, request.query.channel)
      return itemContent(db, guest, { slug, page, lang: request.query.lang })
    })
    return new Reply(content, shortly)
  }),
  implement(calls.publicPage.slots, async request => {
    const guest = await visit(request)
    return new Reply(await guest.read(db => publicSlots(db, guest, request.query)), keptBriefly)
  }),
  implement(calls.publicPage.days, async request => {
    const guest = await visit(request)
    return new Reply(await guest.read(db => publicDays(db, guest, request.query)), keptBriefly)
  }),
  implement(calls.publicPage.nextDay, async request => {
    const guest = await visit(request)
    return new Reply(await guest.read(db => publicNext(db, guest, request.query)), keptBriefly)
  }),
  implement(calls.publicPage.visitSlots, async request => {
    const guest = await visit(request)
    return new Reply({ slots: await publicVisitSlots(guest, request.body, request.query.channel) }, keptBriefly)
  }),
  implement(calls.publicPage.challenge, async request => {
    const guest = await visit(request)
    await guest.read(db => findPage(db, guest.tenant.id, request.query.channel))
    return () => makeChallenge(guest)
  }),
].map(route => ({ ...route, isShared: true }))

const routes = [...seen, create, read, extend, leave, comeBack, release, book, ...manageRoutes, ...waitlistRoutes]

/** Answers that change at any moment or concern one person. */
const unkept = (route: Route): Route => ({
  ...route,
  handler: async request => {
    const answer = await route.handler(request)
    if (answer instanceof Response) return answer
    return { ...answer, headers: { 'Cache-Control': 'no-store', ...answer.headers } }
  },
})

/** docs/booking-page.md */
export const publicRoutes = routes.map(unkept)
