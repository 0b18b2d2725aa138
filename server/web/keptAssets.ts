import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, MiddlewareHandler } from 'hono'
import { DAY, HOUR } from '../../src/time/instant'
import type { Log } from '../log'

/** After the last process of a build ended. */
const keptFor = DAY
const noteEvery = HOUR

const servedFrom = (root: string): MiddlewareHandler => serveStatic({ root, precompressed: true })

/** Builds by the names of their assets, which have hashes. */
const buildOf = async (webRoot: string): Promise<string> => {
  const names = await readdir(path.join(webRoot, 'assets'))
  return createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16)
}

/** Complete or not there. */
const copyInto = async (folder: string, build: string, webRoot: string): Promise<void> => {
  const unfinished = path.join(folder, `new-${build}-${process.pid}`)
  await cp(path.join(webRoot, 'assets'), path.join(unfinished, 'assets'), { recursive: true })
  // Another process of this build may be first.
  await rename(unfinished, path.join(folder, build)).catch(() => rm(unfinished, { recursive: true }))
}

interface Kept {
  folder: string
  build: string
  now: () => number
}

const buildsIn = async ({ folder, build, now }: Kept, isWanted: (isRecent: boolean) => boolean): Promise<string[]> => {
  const others = (await readdir(folder).catch(() => [])).filter(name => name !== build)
  const wanted = await Promise.all(
    others.map(async name => {
      const { mtimeMs } = await stat(path.join(folder, name)).catch(() => ({ mtimeMs: 0 }))
      return isWanted(mtimeMs > now() - keptFor)
    }),
  )
  return others.filter((_, index) => wanted[index]).map(name => path.join(folder, name))
}

/**
 * Tabs load assets of the version that made their page, also while or after another one takes its place: each build leaves its own in a
 * folder that all processes share.
 * @param webRoot of this build
 */
export const keepAssets = async (webRoot: string, folder: string, log: Log, now: () => number = Date.now) => {
  const build = await buildOf(webRoot)
  const kept = { folder, build, now }

  const note = async (): Promise<void> => {
    await mkdir(folder, { recursive: true })
    const own = path.join(folder, build)
    const at = new Date(now())
    await utimes(own, at, at).catch(async () => {
      await copyInto(folder, build, webRoot)
      await utimes(own, at, at)
    })
    for (const name of await buildsIn(kept, isRecent => !isRecent)) await rm(name, { recursive: true, force: true })
  }
  const noted = note().catch(error =>
    log('warn', 'open tabs lose this version at the next upgrade: DATA_DIR cannot be written', {
      error: String(error),
    }),
  )
  const timer = setInterval(() => void note().catch(() => {}), noteEvery).unref()

  const serveOwn = servedFrom(webRoot)
  const find = async (c: Context): Promise<Response | null> => {
    const own = await serveOwn(c, async () => {})
    if (own) return own
    for (const root of await buildsIn(kept, isRecent => isRecent)) {
      const others = await servedFrom(root)(c, async () => {})
      if (others) return others
    }
    return null
  }
  /** For `/assets/*`: names have hashes. */
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
