import { expect, test } from 'vitest'
import { hasAddress } from '../../../server/features/public/noAddresses'

test.each([
  'Your account is locked: https://evil.example/login',
  'ftp://evil',
  'www.evil',
  'evil.example',
  'Visit evil.example now',
  'a@evil.example',
  'evil。example',
  'ev\u200bil.exa\u200bmple',
  'ｅｖｉｌ．ｃｏｍ',
  't.me/evil',
  'T.Me/evil',
  'x.co',
  'xn--e1afmkfd.xn--p1ai',
  'münchen.de',
  'пример.рф',
  '10.0.0.1',
])('%s is an address, or looks like one', name => {
  expect(hasAddress(name)).toBe(true)
})

test.each([
  'Ada Lovelace',
  'J. R. R. Tolkien',
  'J.R.R.Tolkien',
  'J.R.R. Tolkien',
  'Dr. Müller',
  'Dr.Müller',
  'dr.schmidt',
  'Prof.Dr.Weber',
  'St.John',
  'Martin Luther King Jr.',
  'Jean-Luc O’Neill',
  '王小明',
  'Sammy Davis, Jr',
  'Anna v. d. Berg',
  'At 10.30 with Tom',
])('%s is none', name => {
  expect(hasAddress(name)).toBe(false)
})
