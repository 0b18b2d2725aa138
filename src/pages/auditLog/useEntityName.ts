import { useTranslate } from 'ra-core'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useText } from '../../i18n/useText'

/** What entries of this type are about, in the person's language: "Channel", "Channels" for 2. */
export const useEntityName = (): ((entityType: string, count: number) => string) => {
  const text = useText()
  const translate = useTranslate()
  return (entityType, count) =>
    entityType === 'auditLog'
      ? text('auditLog.title')
      : translate(resourceKeys({ name: entityType }).name, { smart_count: count, _: entityType })
}
