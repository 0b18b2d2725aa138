import type { Product } from '../crud/product'
import { endWith, type ServerCommands } from './command'

export const serverCommands: ServerCommands = {
  start: { summary: 'serves the product', load: () => import('./start') },
  doctor: { summary: 'looks at everything the server needs', load: () => import('./doctor') },
  backup: { summary: 'writes all rows of one moment to a file', load: () => import('./backup') },
  restore: { summary: 'fills an empty database from a backup', load: () => import('./restore') },
  tenant: { summary: 'takes a tenant out of the database, or brings one in', load: () => import('./tenant') },
  upgrade: { summary: 'says what this version would do to the database', load: () => import('./upgrade') },
  auth: { summary: 'administers the keys of the embedded auth service', load: () => import('./auth') },
  superuser: { summary: 'adds, lists and removes superusers', load: () => import('./superuser') },
}

export const usageOf = (more: Readonly<Record<string, { summary: string }>> = {}): string => {
  const lines = Object.entries({ ...serverCommands, ...more }).map(
    ([name, { summary }]) => `  ${name.padEnd(10)}${summary}`,
  )
  return `slotwise COMMAND\n\n${lines.join('\n')}\n\nslotwise COMMAND --help says more of one.\n`
}

export const asksForUsage = (name: string): boolean => ['--help', '-h', 'help'].includes(name)

export const runServerCommand = async (product: Product, [name = 'start', ...words]: string[]): Promise<void> => {
  if (asksForUsage(name)) return void process.stdout.write(usageOf())
  const command = Object.hasOwn(serverCommands, name) ? serverCommands[name] : undefined
  if (!command) return endWith(new Error(`There is no command ${name}.\n\n${usageOf()}`), 2)
  try {
    await (await command.load()).run(words, { product })
  } catch (error) {
    endWith(error)
  }
}
