import { type RouterLocation, useBlocker, useCanBlock } from 'ra-core'
import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { ConfirmDialog } from '../../ui/screen/ConfirmDialog'
import { useFormSettings } from './formContext'

/** The session has ended: nothing can be saved any more. */
const signInPath = '/login'

const isOpenAt = (location: RouterLocation, openParam: string | undefined): string | null =>
  openParam === undefined ? location.pathname : new URLSearchParams(location.search).get(openParam)

/** Asks before unsaved input is lost by a link, the back button, or closing a dialog or the window. */
export const UnsavedGuard = ({ openParam }: { openParam: string | undefined }) => {
  const { dirtyFields } = useFormState()
  const canBlock = useCanBlock()
  // Only one blocker may be active at a time, so a form without changes has none.
  return canBlock && Object.keys(dirtyFields).length > 0 ? <ActiveGuard openParam={openParam} /> : null
}

const ActiveGuard = ({ openParam }: { openParam: string | undefined }) => {
  const text = useMachineText()
  const { mayLeave } = useFormSettings()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !mayLeave.current &&
      nextLocation.pathname !== signInPath &&
      isOpenAt(currentLocation, openParam) !== isOpenAt(nextLocation, openParam),
  )
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
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
