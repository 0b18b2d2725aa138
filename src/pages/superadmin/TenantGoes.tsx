import Download from '@mui/icons-material/Download'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { type RaRecord, useNotify } from 'ra-core'
import { maxExported } from '../../contract/auditEntry'
import type { Tenant } from '../../core'
import { failureOf } from '../../ui/failure/failure'
import { useAuditExport } from '../audit/useAuditLog'
import { useText } from './useText'

const ArchiveButton = ({ tenant: { id, slug } }: { tenant: Tenant }) => {
  const text = useText()
  const notify = useNotify()
  const download = useAuditExport({ id: String(id), slug })
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => download({ entityType: '', actorId: '', action: '', from: '', to: '' }),
    onError: error => {
      if (!failureOf(error).isSignedOut) notify(text('superadmin.tenant.archiveFailed'), { type: 'error' })
    },
  })
  return (
    <Button startIcon={<Download />} disabled={isPending} onClick={() => mutate()}>
      {text(isSuccess ? 'superadmin.tenant.archived' : 'superadmin.tenant.archive')}
    </Button>
  )
}

export const TenantGoes = ({ record, action }: { record: RaRecord; action: string }) => {
  const text = useText()
  if (action !== 'delete') return null
  const tenant = record as Tenant
  return (
    <>
      <p>{text('superadmin.tenant.goes', { name: tenant.name })}</p>
      <p>{text('superadmin.tenant.logGoes', { max: maxExported })}</p>
      <ArchiveButton tenant={tenant} />
    </>
  )
}
