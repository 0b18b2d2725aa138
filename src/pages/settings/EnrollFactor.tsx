import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSessionStore } from '../../authProvider/useSession'
import { config } from '../../config'
import styles from './settings.module.css'
import { isProofWanted, type Prover } from './useProof'
import { useText } from './useText'

interface Enrolment {
  factorId: string
  /** A `data:` URL. */
  qrCode: string
  secret: string
}

const spaced = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

type WithProof = Prover['withProof']

interface NameFormProps {
  withProof: WithProof
  onStart: (enrolment: Enrolment) => void
  onCancel: () => void
}

const NameForm = ({ withProof, onStart, onCancel }: NameFormProps) => {
  const text = useText()
  const { auth } = useSessionStore()
  const [name, setName] = useState(text('security.app'))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const start = async () => {
    setBusy(true)
    setProblem(null)
    try {
      // An abandoned enrolment blocks its name.
      const { data: known } = await auth.mfa.listFactors()
      for (const { id, status } of known?.all ?? [])
        if (status === 'unverified') await auth.mfa.unenroll({ factorId: id })
      const data = await withProof(async () => {
        const { data, error } = await auth.mfa.enroll({
          factorType: 'totp',
          friendlyName: name.trim(),
          issuer: config.productName,
        })
        if (error) throw error
        return data
      })
      onStart({ factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      setBusy(false)
      if (isProofWanted(error)) return
      setProblem(code === 'mfa_factor_name_conflict' ? text('security.nameTaken') : message)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void start()
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextField
        label={text('security.name')}
        value={name}
        onChange={event => setName(event.target.value)}
        error={problem !== null}
        helperText={problem ?? text('security.nameHelp')}
        slotProps={{ htmlInput: { maxLength: 100 } }}
        autoFocus
      />
      <div className={styles.toolbar}>
        <Button onClick={onCancel}>{text('security.cancel')}</Button>
        <Button type="submit" variant="contained" aria-busy={isBusy}>
          {text('security.continue')}
        </Button>
      </div>
    </form>
  )
}

interface CodeFormProps {
  enrolment: Enrolment
  withProof: WithProof
  onDone: () => void
  onCancel: () => void
}

const CodeForm = ({ enrolment: { factorId, qrCode, secret }, withProof, onDone, onCancel }: CodeFormProps) => {
  const text = useText()
  const { auth } = useSessionStore()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const verify = async () => {
    const typed = code.replace(/\s/g, '')
    if (!typed) return setProblem(text('security.codeEmpty'))
    setBusy(true)
    try {
      await withProof(async () => {
        const { error } = await auth.mfa.challengeAndVerify({ factorId, code: typed })
        if (error) throw error
      })
      onDone()
    } catch (error) {
      const { code: reason, message } = error as { code?: string; message: string }
      if (!isProofWanted(error)) setProblem(reason === 'mfa_verification_failed' ? text('security.codeWrong') : message)
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void verify()
  }
  const cancel = () => {
    void auth.mfa.unenroll({ factorId })
    onCancel()
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p ref={heading} tabIndex={-1} className={styles.step}>
        {text('security.scan')}
      </p>
      <img className={styles.qr} src={qrCode} alt={text('security.qrCode')} width={196} height={196} />
      <div>
        <p className={styles.email}>{text('security.key')}</p>
        <p className={styles.secret}>{spaced(secret)}</p>
      </div>
      <TextField
        label={text('security.code')}
        value={code}
        onChange={event => setCode(event.target.value)}
        error={problem !== null}
        helperText={problem ?? text('security.codeHelp')}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } }}
      />
      <div className={styles.toolbar}>
        <Button onClick={cancel}>{text('security.cancel')}</Button>
        <Button type="submit" variant="contained" aria-busy={isBusy}>
          {text('security.confirm')}
        </Button>
      </div>
    </form>
  )
}

export const EnrollFactor = ({ withProof, onDone, onCancel }: Omit<CodeFormProps, 'enrolment'>) => {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  return enrolment ? (
    <CodeForm enrolment={enrolment} withProof={withProof} onDone={onDone} onCancel={onCancel} />
  ) : (
    <NameForm withProof={withProof} onStart={setEnrolment} onCancel={onCancel} />
  )
}
