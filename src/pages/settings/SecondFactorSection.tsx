import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { useState } from 'react'
import { useAccount } from '../../authProvider/AccountProvider'
import { countRecoveryCodes, isOwnAuth, makeRecoveryCodes } from '../../authProvider/ownAuth'
import { verifiedFactors } from '../../authProvider/secondStep'
import { useSession, useSessionStore } from '../../authProvider/useSession'
import { EnrollFactor } from './EnrollFactor'
import { FactorList } from './FactorList'
import { RecoveryCodes } from './RecoveryCodes'
import { codesKey, RecoveryCodesLeft } from './RecoveryCodesLeft'
import { SettingsSection } from './SettingsSection'
import styles from './settings.module.css'
import { isProofWanted, useProof } from './useProof'
import { useText } from './useText'

type Shown = { what: 'nothing' } | { what: 'enrolment' } | { what: 'codes'; codes: string[] }

export const SecondFactorSection = () => {
  const text = useText()
  const notify = useNotify()
  const store = useSessionStore()
  const { session } = useSession()
  const { client } = useAccount()
  const [shown, setShown] = useState<Shown>({ what: 'nothing' })
  const { withProof, dialog } = useProof()
  const factors = verifiedFactors(session)

  const showCodes = (codes: string[]) => {
    void client.invalidateQueries({ queryKey: codesKey })
    setShown({ what: 'codes', codes })
  }
  const onEnrolled = async () => {
    setShown({ what: 'nothing' })
    notify(text('security.added'), { type: 'success' })
    if (!isOwnAuth) return
    try {
      if ((await countRecoveryCodes(store)) > 0) return
      showCodes(await withProof(() => makeRecoveryCodes(store)))
    } catch (error) {
      if (!isProofWanted(error)) notify((error as Error).message, { type: 'error' })
    }
  }
  return (
    <SettingsSection anchor="two-step" title={text('security.twoStep')} about={text('security.twoStepText')}>
      {factors.length === 0 && shown.what !== 'enrolment' && <p>{text('security.off')}</p>}
      {factors.length > 0 && <FactorList factors={factors} withProof={withProof} />}
      {factors.length > 0 && isOwnAuth && shown.what !== 'codes' && (
        <RecoveryCodesLeft withProof={withProof} onMade={showCodes} />
      )}
      {shown.what === 'codes' && <RecoveryCodes codes={shown.codes} onDone={() => setShown({ what: 'nothing' })} />}
      {shown.what === 'enrolment' && (
        <EnrollFactor
          withProof={withProof}
          onDone={() => void onEnrolled()}
          onCancel={() => setShown({ what: 'nothing' })}
        />
      )}
      {shown.what === 'nothing' && (
        <div className={styles.toolbar}>
          <Button
            variant={factors.length === 0 ? 'contained' : 'outlined'}
            onClick={() => setShown({ what: 'enrolment' })}
          >
            {text(factors.length === 0 ? 'security.setUp' : 'security.addAnother')}
          </Button>
        </div>
      )}
      {dialog}
    </SettingsSection>
  )
}
