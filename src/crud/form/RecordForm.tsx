import { Form, type RaRecord, useEvent, usePermissions, useRecordContext } from 'ra-core'
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Role } from '../../schema'
import type { Failure } from '../../ui/failure/failure'
import { useMessageText } from '../../ui/failure/useMessageText'
import { useDisplay } from '../../ui/format/display'
import { useKeyboardInset } from '../../ui/screen/useKeyboardInset'
import { useDeclaration } from '../declaration'
import { type ResourceViews, useLoadChecks, useViews } from '../views'
import { FormSettingsProvider } from './formContext'
import { keepInput, resolverOf, startingValues } from './formValues'
import { UnsavedGuard } from './UnsavedGuard'
import { useAround } from './useAround'
import { useSave } from './useSave'

const ConflictDialog = lazy(() => import('./ConflictDialog'))
const LockNote = lazy(() => import('./LockNote'))

interface Question {
  asked: Failure
  refused: Readonly<Record<string, string>> | null
  values: Record<string, unknown>
}

interface RecordFormProps {
  isReadOnly?: boolean
  openParam?: string
  onSaved?: (record: RaRecord) => void
  staysOpen?: boolean
  onReload?: () => Promise<unknown>
  className?: string | undefined
  children: ReactNode
}

const noQuestions: NonNullable<ResourceViews['questions']> = {}

const OpenForm = ({
  isReadOnly = false,
  openParam,
  onSaved,
  onReload,
  className,
  isSaved,
  children,
}: Omit<RecordFormProps, 'staysOpen'> & { isSaved: boolean }) => {
  const resource = useDeclaration()
  const record = useRecordContext()
  const current = record?.id === undefined ? undefined : (record as RaRecord)
  const { permissions: role = null } = usePermissions<Role | null>()
  const { timeZone } = useDisplay()
  const { starts, around } = useAround(resource)
  const messageText = useMessageText()
  const loadChecks = useLoadChecks()
  const mayLeave = useRef(false)
  const note = useRef<unknown>(undefined)
  const { questions = noQuestions, startingValues: ownValues } = useViews(resource)
  const { startingValues: given } = (useLocation().state ?? {}) as { startingValues?: object }
  const [conflict, setConflict] = useState<Failure | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const id = useId()

  const save = useSave({
    record: current,
    note,
    questions: Object.keys(questions),
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
  const decide = async ({ asked, values }: Question, members: object) => {
    setDeciding(true)
    const refused = await save(values, members)
    setDeciding(false)
    setQuestion(refused ? { asked, values, refused } : null)
  }
  const defaultValues = useMemo(
    () => (current ? {} : { ...startingValues(resource, { timeZone }), ...starts, ...ownValues?.(), ...given }),
    [resource, current, timeZone, starts, ownValues, given],
  )
  const resolver = useMemo(
    () => resolverOf(resource, { current: current ?? null, role, translate: messageText, loadChecks, around }),
    [resource, current, role, messageText, loadChecks, around],
  )
  const lock = useMemo(
    () => (current && !isReadOnly && resource.locked?.(current)) || null,
    [resource, current, isReadOnly],
  )
  const settings = useMemo(
    () => ({ isReadOnly, open: lock?.open ?? null, role, mayLeave, note }),
    [isReadOnly, lock, role],
  )
  // Saving removes the focused button.
  useEffect(() => {
    if (!isSaved || document.activeElement !== document.body) return
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [isSaved])
  const QuestionDialog = question && questions[question.asked.code ?? '']
  return (
    <FormSettingsProvider value={settings}>
      <Form
        id={id}
        className={className ?? ''}
        noValidate
        defaultValues={defaultValues}
        resolver={resolver}
        resetOptions={keepInput}
        shouldFocusError={false}
        disableInvalidFormNotification
        onSubmit={useEvent((values: Record<string, unknown>) => save(values))}
      >
        {lock && (
          <Suspense fallback={null}>
            <LockNote why={lock.why} />
          </Suspense>
        )}
        {children}
        {!isReadOnly && <UnsavedGuard openParam={openParam} />}
        {question && QuestionDialog && (
          <Suspense fallback={null}>
            <QuestionDialog
              asked={question.asked}
              isBusy={isDeciding}
              refused={question.refused}
              onAnswer={members => void decide(question, members)}
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

/** Validates, saves, resolves conflicts, and guards unsaved input. */
export const RecordForm = ({ staysOpen = false, onSaved, ...props }: RecordFormProps) => {
  useKeyboardInset()
  const [timesSaved, setTimesSaved] = useState(0)
  const saved = (record: RaRecord) => {
    onSaved?.(record)
    if (staysOpen) setTimesSaved(timesSaved + 1)
  }
  return <OpenForm key={timesSaved} {...props} isSaved={timesSaved > 0} onSaved={saved} />
}
