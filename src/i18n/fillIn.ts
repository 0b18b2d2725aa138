/** `fillIn('At most %{max}', { max: 5 })`. Saves the pages before sign-in a library. */
export const fillIn = (message: string, args: Readonly<Record<string, string | number>> = {}): string =>
  message.replace(/%\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''))
