/** Merges errors of hidden fields into one of the whole form. */
export const errorsOf = (
  errors: Readonly<Record<string, string>>,
  shows: (field: string) => boolean,
): Record<string, string> => {
  const isShown = ([path]: [string, string]) => path.startsWith('root.') || shows(path.split('.')[0] ?? path)
  const others = Object.entries(errors).filter(entry => !isShown(entry))
  const shown = Object.fromEntries(Object.entries(errors).filter(isShown))
  return others.length > 0 ? { ...shown, 'root.server': others.map(([, message]) => message).join(' ') } : shown
}
