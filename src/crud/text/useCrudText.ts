import { useTranslate } from 'ra-core'
import type { CrudKey } from './crudMessages'

/** Translates the texts of generated screens; their keys are checked when compiling. */
export const useCrudText = () =>
  useTranslate() as (key: CrudKey, args?: Readonly<Record<string, string | number>>) => string
