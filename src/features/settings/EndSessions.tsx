import Button from '@mui/material/Button'
import { useDataProvider, useNotify } from 'ra-core'
import { useState } from 'react'
import { calls } from '../../calls'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useText } from '../../i18n/useText'
import { useFailure } from '../../ui/failure/useFailure'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import type { TenantMember } from './MemberRow'

/** Signs a member out on every device, after confirmation. */
export const EndSessions = ({ member: { id, tenantId, userName, userEmail } }: { member: TenantMember }) => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const name = userName || userEmail

  const end = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await dataProvider.call(calls.members.endSessions, { params: { tenantId, id } })
      notify(text('settings.sessionsEnded', { name }), { type: 'success' })
      setAsking(false)
    } catch (error) {
      setProblem(failureOf(error).detail)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setAsking(true)}>
        {text('settings.endSessions')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={text('settings.endSessionsTitle', { name })}
        confirm={text('settings.endSessions')}
        cancel={text('security.cancel')}
        isBusy={isBusy}
        error={problem}
        onConfirm={() => void end()}
        onCancel={() => setAsking(false)}
      >
        {text('settings.endSessionsText')}
      </ConfirmDialog>
    </>
  )
}
