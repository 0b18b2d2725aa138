import { addCheckTexts } from 'slotwise/declare'

export const checks = { 'validation.barred': 'This person is barred from borrowing' } as const

type OwnChecks = typeof checks

declare module 'slotwise/declare' {
  interface CheckTexts extends OwnChecks {}
  interface Icons {
    category: unknown
    handyman: unknown
    person: unknown
    swap: unknown
  }
}

addCheckTexts(checks)
