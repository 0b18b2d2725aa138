import { checks } from '../i18n/en/features/checks'
import { addCheckTexts } from '../schema/checkTexts'

type ProductChecks = typeof checks

declare module '../schema/messages' {
  interface CheckTexts extends ProductChecks {}
}

addCheckTexts(checks)
