const withoutSlash = (path: string): string => path.replace(/\/+$/, '')

/** True for `base` itself, too; a trailing slash makes no difference. */
export const isUnder = (pathname: string, base: string): boolean =>
  `${withoutSlash(pathname)}/`.startsWith(`${withoutSlash(base)}/`)

export const isSamePath = (a: string, b: string): boolean => withoutSlash(a) === withoutSlash(b)
