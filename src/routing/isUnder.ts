const withoutSlash = (path: string): string => path.replace(/\/+$/, '')

/** Or `base` itself; ignores trailing slashes. */
export const isUnder = (pathname: string, base: string): boolean =>
  `${withoutSlash(pathname)}/`.startsWith(`${withoutSlash(base)}/`)

export const isSamePath = (a: string, b: string): boolean => withoutSlash(a) === withoutSlash(b)
