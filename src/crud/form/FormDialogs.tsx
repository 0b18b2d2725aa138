import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { dialogParam, withParam } from '../addresses'
import { useDeclaration, useIsElsewhere } from '../declaration'

const load = () => import('./FormDialog')
const FormDialog = lazy(load)

/** The address names the open one: Back and links work. */
export const FormDialogs = () => {
  const resource = useDeclaration()
  const { search, state } = useLocation()
  const navigate = useStableNavigate()
  const params = new URLSearchParams(search)
  const isElsewhere = useIsElsewhere()
  const createParam = dialogParam(resource, 'create', isElsewhere)
  const editParam = dialogParam(resource, 'edit', isElsewhere)
  const id = params.get(editParam)
  const isCreating = params.has(createParam)

  useEffect(() => {
    const timer = setTimeout(() => void load(), 1_000)
    return () => clearTimeout(timer)
  }, [])

  if (!id && !isCreating) return null
  const openParam = id ? editParam : createParam
  const close = () => {
    if ((state as { isOpenedHere?: boolean } | null)?.isOpenedHere) navigate(-1)
    else navigate({ search: withParam(search, openParam, null) }, { replace: true })
  }
  return (
    <Suspense fallback={null}>
      <FormDialog key={id} id={id} openParam={openParam} onClose={close} />
    </Suspense>
  )
}
