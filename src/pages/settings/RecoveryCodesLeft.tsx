import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useAccount } from '../../authProvider/AccountProvider'
import { countRecoveryCodes, makeRecoveryCodes } from '../../authProvider/ownAuth'
import { useSessionStore } from '../../authProvider/useSession'
import styles from './settings.module.css'
import { isProofWanted, type Prover } from './useProof'
import { useText } from './useText'

export const codesKey = ['auth', 'recoveryCodes'] as const

interface LeftProps {
  withProof: Prover['withProof']
  onMade: (codes: string[]) => void
}

export const RecoveryCodesLeft = ({ withProof, onMade }: LeftProps) => {
  const text = useText()
  const notify = useNotify()
  const store = useSessionStore()
  const { client } = useAccount()
  const [isBusy, setBusy] = useState(false)
  const { data: left } = useQuery({ queryKey: codesKey, queryFn: () => countRecoveryCodes(store) }, client)
  const make = async () => {
    setBusy(true)
    try {
      onMade(await withProof(() => makeRecoveryCodes(store)))
    } catch (error) {
      if (!isProofWanted(error)) notify((error as Error).message, { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>{text('security.codes')}</p>
        <p className={styles.email}>{left === undefined ? ' ' : text('security.codesLeft', { count: left })}</p>
      </div>
      <Button
        variant="outlined"
        size="small"
        aria-busy={isBusy}
        onClick={() => {
          if (!isBusy) void make()
        }}
      >
        {text(left === 0 ? 'security.makeCodes' : 'security.renewCodes')}
      </Button>
    </div>
  )
}
