import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

interface Holder {
  pid: number
  /** When the process started, since ids are reused; null if unknown. */
  began: string | null
  /** Host, boot and process namespace, since two containers may share a folder. */
  machine: string
  since: string
}

const heartbeat = 5_000
/** Milliseconds without a heartbeat until a process on another machine counts as gone. */
const silence = 30_000

const orEmpty = (read: () => string): string => {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

const thisMachine = (): string =>
  [
    hostname(),
    orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    orEmpty(() => readlinkSync('/proc/self/ns/pid')),
  ]
    .join(' ')
    .trim()

const processBegan = async (pid: number): Promise<string | null> => {
  const fields = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (fields) return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? null
  const ps = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => null)
  return ps?.stdout.trim() || null
}

const isCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '')

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

const parseHolder = (text: string): Holder | null => {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return null
  }
}

/** A starting process may have written only part of it. */
const isHeld = async (holder: Holder | null, quietFor: number): Promise<boolean> => {
  if (holder?.machine !== thisMachine()) return quietFor < silence
  return isRunning(holder.pid) && (holder.began === null || (await processBegan(holder.pid)) === holder.began)
}

const refusal = (dataDir: string, file: string, holder: Holder | null): string => {
  const who = holder ? `process ${holder.pid}, since ${holder.since}` : 'another process'
  const isElsewhere = holder && holder.machine !== thisMachine()
  const advice = isElsewhere
    ? `It runs on another machine or in another container (${holder.machine.split(' ')[0]}). If that one is gone, wait ${silence / 1000} s, or delete ${file}.`
    : 'Stop it first, or choose another folder with DATA_DIR.'
  return `The data folder ${dataDir} is in use by ${who}. ${advice}`
}

/** If another process has replaced the lock, restores it and returns false. */
const removeStale = async (file: string, text: string): Promise<boolean> => {
  const aside = `${file}.${process.pid}`
  await rename(file, aside)
  if ((await readFile(aside, 'utf8')) !== text) {
    await rename(aside, file)
    return false
  }
  await rm(aside)
  return true
}

const whenAbsent = { flag: 'wx', mode: 0o600 }

/** Atomic where the file system has hard links, since a killed process's empty lock would be respected for a while. */
const writeNew = async (file: string, text: string): Promise<boolean> => {
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, text, whenAbsent)
    await link(draft, file).catch(error => {
      if (isCode(error, 'EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP')) return writeFile(file, text, whenAbsent)
      throw error
    })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Locks the folder, which PGlite does not: two processes would destroy the database. Takes over a killed process's
 * lock.
 * @returns releases the folder
 * @throws naming the process that holds it
 */
export const lockDataFolder = async (dataDir: string): Promise<() => Promise<void>> => {
  const file = path.join(dataDir, 'database.lock')
  const holder: Holder = {
    pid: process.pid,
    began: await processBegan(process.pid),
    machine: thisMachine(),
    since: new Date().toISOString(),
  }
  const text = JSON.stringify(holder)

  while (!(await writeNew(file, text))) {
    const found = await readFile(file, 'utf8').catch(() => null)
    if (found === null) continue
    const { mtimeMs } = await stat(file)
    const other = parseHolder(found)
    if ((await isHeld(other, Date.now() - mtimeMs)) || !(await removeStale(file, found)))
      throw new Error(refusal(path.resolve(dataDir), file, other))
  }

  const timer = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), heartbeat).unref()
  return async () => {
    clearInterval(timer)
    if ((await readFile(file, 'utf8').catch(() => null)) === text) await rm(file)
  }
}
