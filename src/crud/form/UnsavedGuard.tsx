import { type RouterLocation, useBlocker, useCanBlock } from 'ra-core'
import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { useFormSettings } from './formContext'

/** An expired session cannot save. */
const signInPath = '/login'

const isOpenAt = (location: RouterLocation, openParam: string | undefined): string | null =>
  openParam === undefined ? location.pathname : new URLSearchParams(location.search).get(openParam)

export const UnsavedGuard = ({ openParam }: { openParam: string | undefined }) => {
  const { dirtyFields } = useFormState()
  const canBlock = useCanBlock()
  // React Router allows one blocker.
  const { mayLeave } = useFormSettings()
  return canBlock && Object.keys(dirtyFields).length > 0 ? (
    <ActiveGuard openParam={openParam} mayLeave={mayLeave} />
  ) : null
}

/** Asks before input outside a record's form is lost. */
export const LeaveGuard = () => (useCanBlock() ? <ActiveGuard openParam={undefined} mayLeave={never} /> : null)

const never = { current: false }

interface ActiveGuardProps {
  openParam: string | undefined
  mayLeave: { readonly current: boolean }
}

const ActiveGuard = ({ openParam, mayLeave }: ActiveGuardProps) => {
  const text = useMachineText()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !mayLeave.current &&
      !(nextLocation.state as { isDeleted?: boolean } | null)?.isDeleted &&
      nextLocation.pathname !== signInPath &&
      isOpenAt(currentLocation, openParam) !== isOpenAt(nextLocation, openParam),
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  // Drawn with the first letter, it would delay that.
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      isOpen
      title={text('crud.unsaved.title')}
      confirm={text('crud.unsaved.discard')}
      cancel={text('crud.unsaved.stay')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {text('crud.unsaved.text')}
    </ConfirmDialog>
  )
}
