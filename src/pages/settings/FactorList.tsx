import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useAccount } from '../../authProvider/AccountProvider'
import type { verifiedFactors } from '../../authProvider/secondStep'
import { useSessionStore } from '../../authProvider/useSession'
import { useDisplay } from '../../ui/format/display'
import { formatDateOf } from '../../ui/format/times'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { codesKey } from './RecoveryCodesLeft'
import styles from './settings.module.css'
import { isProofWanted, type Prover } from './useProof'
import { useText } from './useText'

interface FactorListProps {
  factors: ReturnType<typeof verifiedFactors>
  withProof: Prover['withProof']
}

export const FactorList = ({ factors, withProof }: FactorListProps) => {
  const text = useText()
  const notify = useNotify()
  const store = useSessionStore()
  const { client } = useAccount()
  const display = useDisplay()
  const [leaving, setLeaving] = useState<{ id: string; name: string } | null>(null)
  const [removal, setRemoval] = useState<{ isBusy: boolean; error: string | null }>({ isBusy: false, error: null })
  const nameOf = (name: string | undefined) => name || text('security.app')

  const remove = async (id: string) => {
    setRemoval({ isBusy: true, error: null })
    try {
      await withProof(async () => {
        const { error } = await store.auth.mfa.unenroll({ factorId: id })
        if (error) throw error
      })
    } catch (error) {
      return setRemoval({ isBusy: false, error: isProofWanted(error) ? null : (error as Error).message })
    }
    setRemoval({ isBusy: false, error: null })
    setLeaving(null)
    notify(text('security.removed'), { type: 'success' })
    // Updates assurance level and apps.
    await store.auth.refreshSession()
    void client.invalidateQueries({ queryKey: codesKey })
  }
  return (
    <>
      <ul className={styles.rows}>
        {factors.map(({ id, friendly_name, created_at }) => (
          <li key={id} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>{nameOf(friendly_name)}</p>
              <p className={styles.email}>{text('settings.joined', { date: formatDateOf(created_at, display) })}</p>
            </div>
            <Button
              variant="outlined"
              size="small"
              aria-label={text('security.removeNamed', { name: nameOf(friendly_name) })}
              onClick={() => setLeaving({ id, name: nameOf(friendly_name) })}
            >
              {text('security.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={text('security.removeTitle', { name: leaving?.name ?? '' })}
        confirm={text('security.remove')}
        cancel={text('security.cancel')}
        isBusy={removal.isBusy}
        error={removal.error}
        onConfirm={() => leaving && void remove(leaving.id)}
        onCancel={() => setLeaving(null)}
      >
        {text(factors.length > 1 ? 'security.removeText' : 'security.removeLastText')}
      </ConfirmDialog>
    </>
  )
}
