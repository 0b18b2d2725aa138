import type { Product } from '../crud/product'
import { endWith, type ServerCommands } from './command'

export const serverCommands: ServerCommands = {
  start: { summary: 'serves the product', load: () => import('./start') },
  doctor: { summary: 'looks at everything the server needs', load: () => import('./doctor') },
  backup: { summary: 'writes all rows of one moment to a file', load: () => import('./backup') },
  restore: { summary: 'fills an empty database from a backup', load: () => import('./restore') },
  tenant: { summary: 'takes a tenant out of the database, or brings one in', load: () => import('./tenant') },
  upgrade: { summary: 'says what this version would do to the database', load: () => import('./upgrade') },
  superuser: { summary: 'adds, lists and removes superusers', load: () => import('./superuser') },
}

/** @param words the name of a command, `start` if there is none, and what follows it */
export const runServerCommand = async (product: Product, [name = 'start', ...words]: string[]): Promise<void> => {
  const command = Object.hasOwn(serverCommands, name) ? serverCommands[name] : undefined
  if (!command)
    return endWith(new Error(`There is no command ${name}, only ${Object.keys(serverCommands).join(', ')}.`), 2)
  try {
    await (await command.load()).run(words, { product })
  } catch (error) {
    endWith(error)
  }
}
