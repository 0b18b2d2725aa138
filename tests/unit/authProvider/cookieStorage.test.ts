import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cookieStorage } from '../../../src/authProvider/cookieStorage'

/** A cookie jar as a browser keeps it: one name at a time goes in, all come out, and too long ones are refused. */
const cookieJar = () => {
  const cookies = new Map<string, string>()
  return {
    names: () => Array.from(cookies.keys()),
    set cookie(text: string) {
      const [pair = '', ...attributes] = text.split('; ')
      if (new TextEncoder().encode(text).length > 4096) return
      const name = pair.slice(0, pair.indexOf('='))
      if (attributes.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, pair.slice(name.length + 1))
    },
    get cookie() {
      return Array.from(cookies, pair => pair.join('=')).join('; ')
    },
  }
}

it('keeps what it was given, however long, and leaves nothing behind', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 9000, unit: fc.constantFrom('a', 'B', '9', '-', ';', 'Ж') }), {
        minLength: 1,
        maxLength: 4,
      }),
      values => {
        const jar = cookieJar()
        const storage = cookieStorage({ domain: 'example.com', isSecure: true, jar })
        for (const value of values) {
          storage.setItem('session', value)
          expect(storage.getItem('session')).toBe(value)
        }
        expect(storage.getItem('other')).toBeNull()
        storage.removeItem('session')
        expect(storage.getItem('session')).toBeNull()
        expect(jar.names()).toEqual([])
      },
    ),
  )
})

it('keeps a session with names in other scripts and quotes', () => {
  const storage = cookieStorage({ domain: 'example.com', isSecure: false, jar: cookieJar() })
  const session = JSON.stringify({ access_token: 'x'.repeat(1500), user: { name: 'Жанна “Ж” Łódź; a=b' } })
  storage.setItem('session', session)
  expect(storage.getItem('session')).toBe(session)
})
