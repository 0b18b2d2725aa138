/** Browsers refuse cookies over 4096 bytes with name and attributes. */
const chunkLength = 3000
/** The browsers' limit. */
const maxAgeSeconds = 400 * 24 * 60 * 60

interface CookieStorageOptions {
  domain: string
  isSecure: boolean
  jar?: { cookie: string }
}

const readCookies = (text: string): Map<string, string> =>
  new Map(
    text
      .split('; ')
      .filter(Boolean)
      .map(pair => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at), pair.slice(at + 1)]
      }),
  )

/**
 * Stores auth-js's session for every tenant's host. Splits it into `key.0`, `key.1`, …, since it exceeds one cookie.
 */
export const cookieStorage = ({ domain, isSecure, jar = document }: CookieStorageOptions) => {
  const attributes = `; Domain=${domain}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const write = (name: string, value: string, maxAge: number) => {
    jar.cookie = `${name}=${value}; Max-Age=${maxAge}${attributes}`
  }
  const pieces = (key: string, cookies: ReadonlyMap<string, string>): string[] => {
    const found: string[] = []
    for (let n = 0; cookies.has(`${key}.${n}`); n++) found.push(cookies.get(`${key}.${n}`) ?? '')
    return found
  }
  const removeFrom = (key: string, first: number) => {
    const count = pieces(key, readCookies(jar.cookie)).length
    for (let n = first; n < count; n++) write(`${key}.${n}`, '', 0)
  }
  return {
    getItem: (key: string): string | null => {
      const found = pieces(key, readCookies(jar.cookie))
      return found.length > 0 ? decodeURIComponent(found.join('')) : null
    },
    setItem: (key: string, value: string): void => {
      const encoded = encodeURIComponent(value)
      const count = Math.ceil(encoded.length / chunkLength)
      for (let n = 0; n < count; n++) {
        write(`${key}.${n}`, encoded.slice(n * chunkLength, (n + 1) * chunkLength), maxAgeSeconds)
      }
      removeFrom(key, count)
    },
    removeItem: (key: string): void => removeFrom(key, 0),
  }
}
