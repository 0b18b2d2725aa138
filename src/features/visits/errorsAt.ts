/** Errors below `parts.1.`, without that prefix. */
export const errorsAt = (path: string, errors: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const own = Object.entries(errors).filter(([name]) => name.startsWith(path))
  return Object.fromEntries(own.map(([name, message]) => [name.slice(path.length), message]))
}
