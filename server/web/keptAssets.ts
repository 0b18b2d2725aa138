import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, MiddlewareHandler } from 'hono'
import { DAY, HOUR, MINUTE } from '../../src/time/instant'
import type { Log } from '../log'

const keptFor = DAY
const noteEvery = HOUR
const listedFor = MINUTE

const servedFrom = (root: string): MiddlewareHandler => serveStatic({ root, precompressed: true })

/** Identifies a build by its assets' names, which contain hashes. */
const buildOf = async (webRoot: string): Promise<string> => {
  const names = await readdir(path.join(webRoot, 'assets'))
  return createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16)
}

const unfinishedMark = 'new-'

/** Leaves a complete copy or none. */
const copyInto = async (folder: string, build: string, webRoot: string): Promise<void> => {
  // Processes in containers may share an id.
  const unfinished = path.join(folder, `${unfinishedMark}${randomUUID()}`)
  const remove = () => rm(unfinished, { recursive: true, force: true })
  try {
    await cp(path.join(webRoot, 'assets'), path.join(unfinished, 'assets'), { recursive: true })
  } catch (error) {
    await remove()
    throw error
  }
  // Another process of this build may be first.
  await rename(unfinished, path.join(folder, build)).catch(remove)
}

interface Kept {
  folder: string
  now: () => number
}

const buildsIn = async ({ folder, now }: Kept) => {
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names.map(async name => {
      const root = path.join(folder, name)
      const { mtimeMs } = await stat(root).catch(() => ({ mtimeMs: 0 }))
      return { name, root, isRecent: mtimeMs > now() - keptFor }
    }),
  )
}

/** Anyone can ask for unknown names, so each costs one look at the folder. */
const listBuilds = (kept: Kept) => {
  const list = async () =>
    (await buildsIn(kept))
      .filter(({ name, isRecent }) => isRecent && !name.startsWith(unfinishedMark))
      .map(({ root }) => servedFrom(root))
  let known: { at: number; changedAt: number; builds: ReturnType<typeof list> } | undefined
  return async (): Promise<MiddlewareHandler[]> => {
    const { mtimeMs: changedAt } = await stat(kept.folder).catch(() => ({ mtimeMs: 0 }))
    if (!known || known.changedAt !== changedAt || known.at <= kept.now() - listedFor)
      known = { at: kept.now(), changedAt, builds: list() }
    return known.builds
  }
}

/** Serves the assets of other builds, which open tabs still load. */
export const keepAssets = async (webRoot: string, folder: string, log: Log, now: () => number = Date.now) => {
  const build = await buildOf(webRoot)
  const kept = { folder, now }

  const note = async (): Promise<void> => {
    await mkdir(folder, { recursive: true })
    const own = path.join(folder, build)
    const at = new Date(now())
    await utimes(own, at, at).catch(async () => {
      await copyInto(folder, build, webRoot)
      await utimes(own, at, at)
    })
    for (const { root, isRecent } of await buildsIn(kept))
      if (!isRecent) await rm(root, { recursive: true, force: true })
  }
  const noted = note().catch(error =>
    log('warn', 'open tabs lose this version at the next upgrade: DATA_DIR cannot be written', {
      error: String(error),
    }),
  )
  const timer = setInterval(() => void note().catch(() => {}), noteEvery).unref()

  const serveOwn = servedFrom(webRoot)
  const builds = listBuilds(kept)
  const find = async (c: Context): Promise<Response | null> => {
    const own = await serveOwn(c, async () => {})
    if (own) return own
    for (const serveKept of await builds()) {
      const found = await serveKept(c, async () => {})
      if (found) return found
    }
    return null
  }
  const serve: MiddlewareHandler = async (c, next) => {
    const found = await find(c)
    found?.headers.set('Cache-Control', 'public, max-age=31536000, immutable')
    return found ?? next()
  }
  return {
    serve,
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await noted
    },
  }
}
