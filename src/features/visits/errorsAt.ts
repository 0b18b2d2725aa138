/** Without the path's prefix, such as `parts.1.`. */
export const errorsAt = (path: string, errors: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const own = Object.entries(errors).filter(([name]) => name.startsWith(path))
  return Object.fromEntries(own.map(([name, message]) => [name.slice(path.length), message]))
}
