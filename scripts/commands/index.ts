import { asksForUsage, serverCommands, usageOf } from '../../server/commands'
import { type CommandTable, endWith } from '../../server/commands/command'
import { loadProduct, readConfig, type SlotwiseConfig } from '../config'

/** These need a product's sources. */
const commands: CommandTable<SlotwiseConfig> = {
  dev: { summary: 'serves the product from its sources, with hot reload', load: () => import('./dev') },
  build: { summary: 'builds web application and server into dist', load: () => import('./build') },
  start: { summary: 'serves the product, built if its sources have changed', load: () => import('./start') },
  migration: { summary: 'writes the migration for changed declarations', load: () => import('./migration') },
}

const makeNew = { summary: 'writes a new product', load: () => import('./new') }

const usage = (): string => usageOf({ ...commands, new: makeNew })

/** Runs a command of the product in the working directory. */
export const runCommand = async ([name = '--help', ...words]: string[]): Promise<void> => {
  if (asksForUsage(name)) return void process.stdout.write(usage())
  try {
    if (name === 'new') return await (await makeNew.load()).run(words)
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    const onServer = Object.hasOwn(serverCommands, name) ? serverCommands[name] : undefined
    if (command) await (await command.load()).run(words, await readConfig())
    else if (onServer) await (await onServer.load()).run(words, { product: await loadProduct(await readConfig()) })
    else endWith(new Error(`There is no command ${name}.\n\n${usage()}`), 2)
  } catch (error) {
    endWith(error)
  }
}
