import { addCheckTexts } from '../declare'
import { checks } from '../i18n/en/features/checks'

type ProductChecks = typeof checks

declare module '../declare' {
  interface CheckTexts extends ProductChecks {}
}

addCheckTexts(checks)
