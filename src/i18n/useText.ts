import { useTranslate } from 'ra-core'
import type { MessageKey } from './en'

/** Translates the application's own messages; their keys are checked when compiling. */
export const useText = () =>
  useTranslate() as (key: MessageKey, args?: Readonly<Record<string, string | number>>) => string
