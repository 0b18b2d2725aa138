import Download from '@mui/icons-material/Download'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useMachineText } from '../../i18n/useMachineText'
import { failureOf } from '../../ui/failure/failure'
import { useAuditFilters } from './auditFilters'
import { useAuditExport } from './useAuditLog'

const ExportLog = () => {
  const text = useMachineText()
  const notify = useNotify()
  const { filters } = useAuditFilters()
  const { mutate, isPending } = useMutation({
    mutationFn: useAuditExport(),
    onError: error => {
      if (!failureOf(error).isSignedOut) notify(text('auditLog.exportFailed'), { type: 'error' })
    },
  })
  return (
    <Button startIcon={<Download />} disabled={isPending} onClick={() => mutate(filters)}>
      {text('crud.export')}
    </Button>
  )
}

export default ExportLog
