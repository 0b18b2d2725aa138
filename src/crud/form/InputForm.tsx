import { Form, RecordContextProvider, useEvent, usePermissions } from 'ra-core'
import { type ReactNode, useMemo, useRef } from 'react'
import type { AnyResource, Role } from '../../schema'
import { useMessageText } from '../../ui/failure/useMessageText'
import { useDisplay } from '../../ui/format/display'
import { DeclarationProvider, useMeta } from '../declaration'
import { useLoadChecks } from '../views'
import { FocusWrongField } from './FocusWrongField'
import { FormSettingsProvider } from './formContext'
import { keepInput, resolverOf, startingValues } from './formValues'
import { useAround } from './useAround'

interface InputFormProps {
  resource: AnyResource
  startsWith?: Readonly<Record<string, unknown>>
  className?: string | undefined
  /** @returns errors by field */
  onSubmit: (values: Record<string, unknown>) => Promise<Record<string, string> | undefined>
  children: ReactNode
}

export const InputForm = ({ resource, startsWith, className, onSubmit, children }: InputFormProps) => {
  const meta = useMeta()
  const display = useDisplay()
  const messageText = useMessageText()
  const loadChecks = useLoadChecks()
  const { starts, around } = useAround(resource)
  const { permissions: role = null } = usePermissions<Role | null>()
  const mayLeave = useRef(true)
  const note = useRef<unknown>(undefined)
  const resolver = useMemo(
    () => resolverOf(resource, { current: null, role, translate: messageText, loadChecks, around }),
    [resource, role, messageText, loadChecks, around],
  )
  const defaultValues = useMemo(
    () => ({ ...startingValues(resource, display), ...starts, ...startsWith }),
    [resource, display, starts, startsWith],
  )
  const settings = useMemo(() => ({ isReadOnly: false, open: null, role, mayLeave, note }), [role])
  return (
    <DeclarationProvider resource={resource} {...(meta && { meta })}>
      <RecordContextProvider value={undefined}>
        <FormSettingsProvider value={settings}>
          <Form
            className={className ?? ''}
            noValidate
            defaultValues={defaultValues}
            resolver={resolver}
            resetOptions={keepInput}
            shouldFocusError={false}
            disableInvalidFormNotification
            onSubmit={useEvent(onSubmit)}
          >
            {children}
            <FocusWrongField />
          </Form>
        </FormSettingsProvider>
      </RecordContextProvider>
    </DeclarationProvider>
  )
}
