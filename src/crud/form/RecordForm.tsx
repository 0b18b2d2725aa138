import { useQueryClient } from '@tanstack/react-query'
import { Form, type RaRecord, useEvent, usePermissions, useRecordContext } from 'ra-core'
import { lazy, type ReactNode, Suspense, useId, useMemo, useRef, useState } from 'react'
import { bookings } from '../../resources/bookings'
import type { Role } from '../../schema'
import type { BookingsDecision } from '../asides/schedules/BookedTimeslotDialog'
import { useDeclaration } from '../declaration'
import type { Failure } from '../failure'
import { useDisplay } from '../format/display'
import { FormSettingsProvider } from './formContext'
import { resolverOf, startingValues } from './formValues'
import { UnsavedGuard } from './UnsavedGuard'
import { useMessageText } from './useMessageText'
import { useSave } from './useSave'

const ConflictDialog = lazy(() => import('./ConflictDialog'))
const BookedTimeslotDialog = lazy(() => import('../asides/schedules/BookedTimeslotDialog'))

interface Question {
  asked: Failure
  /** Of the last answer, per field. */
  refused: Readonly<Record<string, string>> | null
  values: Record<string, unknown>
}

interface RecordFormProps {
  isReadOnly?: boolean
  /** The query parameter that keeps the form open; absent for a page of its own. */
  openParam?: string
  onSaved?: (record: RaRecord) => void
  /** Saving does not leave the form: it goes on with what was saved. */
  staysOpen?: boolean
  /** Reads the record anew. */
  onReload?: () => Promise<unknown>
  className?: string | undefined
  children: ReactNode
}

/** While somebody types, what they typed stays, whatever else is refreshed. */
const keepTyped = { keepDirtyValues: true }

/** From opening a form to saving it. */
const OpenForm = ({
  isReadOnly = false,
  openParam,
  onSaved,
  onReload,
  className,
  children,
}: Omit<RecordFormProps, 'staysOpen'>) => {
  const resource = useDeclaration()
  const record = useRecordContext()
  const current = record?.id === undefined ? undefined : (record as RaRecord)
  const { permissions } = usePermissions<Role | null>()
  const role = permissions ?? null
  const { timeZone, currency } = useDisplay()
  const messageText = useMessageText()
  const mayLeave = useRef(false)
  const client = useQueryClient()
  const [conflict, setConflict] = useState<Failure | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const id = useId()

  const save = useSave({
    record: current,
    onSaved: saved => {
      mayLeave.current = true
      onSaved?.(saved)
    },
    onConflict: async failure => {
      await onReload?.()
      setConflict(failure)
    },
    onQuestion: (asked, values) => setQuestion({ asked, values, refused: null }),
  })
  const [isDeciding, setDeciding] = useState(false)
  const decide = async ({ asked, values }: Question, decision: BookingsDecision) => {
    setDeciding(true)
    const refused = await save(values, decision)
    setDeciding(false)
    setQuestion(refused ? { asked, values, refused } : null)
    void client.invalidateQueries({ queryKey: [bookings.name] })
  }
  const defaultValues = useMemo(
    () => (current ? {} : startingValues(resource, { timeZone, currency })),
    [resource, current, timeZone, currency],
  )
  const resolver = useMemo(
    () => resolverOf(resource, { current: current ?? null, role, translate: messageText }),
    [resource, current, role, messageText],
  )
  const settings = useMemo(() => ({ isReadOnly, role, mayLeave }), [isReadOnly, role])
  return (
    <FormSettingsProvider value={settings}>
      <Form
        id={id}
        className={className ?? ''}
        noValidate
        defaultValues={defaultValues}
        resolver={resolver}
        resetOptions={keepTyped}
        shouldFocusError={false}
        disableInvalidFormNotification
        onSubmit={useEvent((values: Record<string, unknown>) => save(values))}
      >
        {children}
        {!isReadOnly && <UnsavedGuard openParam={openParam} />}
        {question && (
          <Suspense fallback={null}>
            <BookedTimeslotDialog
              asked={question.asked}
              isBusy={isDeciding}
              refused={question.refused}
              onDecide={decision => void decide(question, decision)}
              onClose={() => setQuestion(null)}
            />
          </Suspense>
        )}
        {conflict && (
          <Suspense>
            <ConflictDialog formId={id} conflict={conflict} onClose={() => setConflict(null)} />
          </Suspense>
        )}
      </Form>
    </FormSettingsProvider>
  )
}

/** The form of the record around it, or of a new one: validation, saving, conflicts, and what was typed is not lost by accident. */
export const RecordForm = ({ staysOpen = false, onSaved, ...props }: RecordFormProps) => {
  const [timesSaved, setTimesSaved] = useState(0)
  const saved = (record: RaRecord) => {
    onSaved?.(record)
    if (staysOpen) setTimesSaved(timesSaved + 1)
  }
  return <OpenForm key={timesSaved} {...props} onSaved={saved} />
}
