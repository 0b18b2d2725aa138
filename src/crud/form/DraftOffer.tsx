import { useRecordContext } from 'ra-core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useSessionStore } from '../../authProvider/useSession'
import { useTenant } from '../../tenant/TenantProvider'
import { useDeclaration, useMeta } from '../declaration'

type Draft = Readonly<Record<string, unknown>>

/** In memory: input must not reach a disk. By user: others must not see it. */
const drafts = new Map<string, Draft>()

const keepDraft = (key: string, draft: Draft | null): void => {
  if (draft) drafts.set(key, draft)
  else drafts.delete(key)
}

const draftOf = (key: string): Draft | null => drafts.get(key) ?? null

const DraftNotice = lazy(() => import('./DraftNotice'))

export const DraftOffer = () => {
  const session = useSessionStore()
  const { tenantId } = useTenant()
  const { name } = useDeclaration()
  const meta = useMeta()
  const id = useRecordContext()?.id ?? null
  const { getValues, setValue } = useFormContext()
  const { dirtyFields } = useFormState()
  const [key] = useState(() => JSON.stringify([session.getState().user?.id, tenantId, name, meta, id]))
  const [draft, setDraft] = useState(() => draftOf(key))

  const typed = useRef<string[]>([])
  useEffect(() => {
    typed.current = Object.keys(dirtyFields)
  })
  useEffect(
    () => () => {
      if (session.getState().ended !== 'expired' || typed.current.length === 0) return
      keepDraft(key, Object.fromEntries(typed.current.map(field => [field, getValues(field)])))
    },
    [session, key, getValues],
  )

  if (!draft) return null
  const answer = (isWanted: boolean) => {
    if (isWanted) for (const [field, value] of Object.entries(draft)) setValue(field, value, { shouldDirty: true })
    keepDraft(key, null)
    setDraft(null)
  }
  return (
    <Suspense fallback={null}>
      <DraftNotice onAnswer={answer} />
    </Suspense>
  )
}
