import { addCheckTexts } from '../declare'
import { checks } from '../i18n/en/features/checks'

type ProductChecks = typeof checks

declare module '../schema/messages' {
  interface CheckTexts extends ProductChecks {}
}

addCheckTexts(checks)
