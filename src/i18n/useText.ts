import { useTranslate } from 'ra-core'
import type { ProductText } from './text'

/** Says the product's messages and the machine's. For product rooms. */
export const useText = () => useTranslate() as ProductText
