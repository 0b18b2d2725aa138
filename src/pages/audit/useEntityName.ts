import { resourceKeys } from '../../crud/text/resourceKeys'
import { useMachineText } from '../../i18n/useMachineText'

export const useEntityName = (): ((entityType: string, count: number) => string) => {
  const text = useMachineText()
  return (entityType, count) => {
    if (entityType === 'auditLog') return text('auditLog.title')
    if (entityType === 'reports') return text('auditLog.reports')
    if (entityType === 'setup') return text('auditLog.setup')
    return text(resourceKeys({ name: entityType }).name, { smart_count: count, _: entityType })
  }
}
