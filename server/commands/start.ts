import { loadGuesses } from '../auth/passwords'
import { readServerConfig, reportSettings, type SettingReport } from '../config'
import type { Product } from '../crud/product'
import { createLog } from '../log'
import { loadMailer } from '../mails/transport'
import { reasons } from '../reasons'
import { problemsOf } from '../settings'
import { checkPlaces, portInUse, together } from '../start/places'
import { stopOnSignals } from '../start/stopOnSignals'
import { startServer } from '../startServer'
import { readWords } from './command'

export const usage = `slotwise start [--check [--json]]

Serves the product, built if its sources have changed. Environment variables are its settings.

  --check  starts nothing: lists each setting, where it comes from and what is wrong with it, secrets masked
  --json   the same, for programs`

export const startOptions = { check: { type: 'boolean' }, json: { type: 'boolean' } } as const

const lineOf = ({ name, value, source, problem }: SettingReport): string =>
  `${problem ? '✘' : ' '} ${name.padEnd(30)}${(value ?? '').padEnd(32)} ${source}${problem ? `\n    ${problem}` : ''}`

const check = async (product: Product, asJson: boolean): Promise<void> => {
  const settings = reportSettings(process.env, product)
  const isReadable = problemsOf([() => readServerConfig(process.env, product)]).length === 0
  const places = isReadable
    ? await checkPlaces(readServerConfig(process.env, product)).then(
        () => [],
        (error: Error) => error.message.split('\n'),
      )
    : []
  // Only a note, since the user may want to inspect the running server.
  const port = isReadable ? await portInUse(readServerConfig(process.env, product)) : null
  const isGood = isReadable && places.length === 0
  const text = asJson
    ? JSON.stringify({ isGood, settings, places, port }, null, 2)
    : [
        ...settings.map(lineOf),
        ...places.map(line => `✘ ${line}`),
        ...(port ? [`! ${port}`] : []),
        isGood ? 'It would start.' : 'It would not start.',
      ].join('\n')
  process.stdout.write(`${text}\n`)
  if (!isGood) process.exitCode = 1
}

export const run = async (words: string[], { product }: { product: Product }): Promise<void> => {
  const { values } = readWords(words, usage, startOptions)
  if (values.check) return check(product, values.json ?? false)
  try {
    const config = readServerConfig(process.env, product)
    const log = createLog(config)
    const starting = startServer(product, config, log).then(server => stopOnSignals(server, config, log))
    // An upgrade replaces a running process's files, so sign-up's modules are loaded now.
    await together([starting, loadMailer(), loadGuesses()])
  } catch (error) {
    throw new Error(`This does not start: ${reasons(error).join('\n  ')}`)
  }
}
