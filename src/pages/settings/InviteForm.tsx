import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'ra-core'
import { type FormEvent, useState } from 'react'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useFailure } from '../../crud/useFailure'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { refreshAfterMutation } from '../../dataProvider/freshness'
import { useText } from '../../i18n/useText'
import { type Membership, memberships } from '../../resources/memberships'
import { RoleSelect } from './RoleSelect'
import styles from './settings.module.css'

const keys = resourceKeys(memberships)

/** Adds a member by e-mail address; somebody who has no account yet is invited. */
export const InviteForm = ({ tenantId }: { tenantId: string }) => {
  const text = useText()
  const failureOf = useFailure()
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Membership['role']>('staff')
  const { mutate, isPending, error } = useMutation({
    mutationKey: [memberships.name, 'create'],
    mutationFn: () => dataProvider.call('POST', memberships.api, { params: { tenantId }, body: { email, role } }),
    onSuccess: () => {
      setEmail('')
      notify(translate(keys.notification('created')), { type: 'success' })
      void refreshAfterMutation(client, memberships.name)
    },
    onError: failure => {
      if (!failureOf(failure).isSignedOut) notify(translate(keys.notification('createFailed')), { type: 'error' })
    },
  })
  const failure = error && failureOf(error)
  const problem = failure && (Object.values(failure.errors)[0] ?? failure.detail)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <form className={styles.invite} onSubmit={onSubmit} noValidate>
      <TextField
        type="email"
        margin="none"
        label={text('settings.inviteEmail')}
        autoComplete="off"
        value={email}
        onChange={event => setEmail(event.target.value)}
        error={Boolean(problem)}
        helperText={problem || text('settings.inviteText')}
      />
      <div className={styles.role}>
        <RoleSelect label={text('settings.inviteRole')} value={role} onChange={setRole} />
      </div>
      <Button type="submit" variant="contained" aria-busy={isPending}>
        {text('settings.invite')}
      </Button>
    </form>
  )
}
