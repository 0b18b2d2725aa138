/** `fillIn('At most %{max}', { max: 5 })`. Loads no library. */
export const fillIn = (message: string, args: Readonly<Record<string, string | number>> = {}): string =>
  message.replace(/%\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''))
