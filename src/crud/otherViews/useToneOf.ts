import type { RaRecord } from 'ra-core'
import type { AnyField, Fields, Tone } from '../../schema'
import { useDeclaration } from '../declaration'

/** Of the first choice with tones. */
export const useToneOf = (): ((record: RaRecord) => Tone | undefined) => {
  const { fields } = useDeclaration()
  const toned = Object.entries(fields as Fields).find(
    ([, field]: [string, AnyField]) => field.kind === 'choice' && field.options.tones,
  )
  return record => {
    const [name, field] = toned ?? []
    return field?.kind === 'choice' ? field.options.tones?.[String(record[name as string])] : undefined
  }
}
