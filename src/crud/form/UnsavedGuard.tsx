import { type RouterLocation, useBlocker, useCanBlock } from 'ra-core'
import { useEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { ConfirmDialog } from '../screen/ConfirmDialog'
import { useCrudText } from '../text/useCrudText'
import { useFormSettings } from './formContext'

/** The session has ended: nothing can be saved any more. */
const signInPath = '/login'

const isOpenAt = (location: RouterLocation, openParam: string | undefined): string | null =>
  openParam === undefined ? location.pathname : new URLSearchParams(location.search).get(openParam)

/** Asks before what was typed is lost, whether by a link, the back button, closing a dialog or closing the window. */
export const UnsavedGuard = ({ openParam }: { openParam: string | undefined }) => {
  const { dirtyFields } = useFormState()
  const canBlock = useCanBlock()
  // Only one may be active at a time, so a form without changes does not take part.
  return canBlock && Object.keys(dirtyFields).length > 0 ? <ActiveGuard openParam={openParam} /> : null
}

const ActiveGuard = ({ openParam }: { openParam: string | undefined }) => {
  const text = useCrudText()
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
