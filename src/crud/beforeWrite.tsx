import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'

/** A create, update or deletion that is about to be sent, as a `BeforeWrite` view gets it. */
export interface AskedWrite {
  resource: string
  action: 'create' | 'update' | 'delete'
  /** Empty for a new record. */
  ids: readonly string[]
  /** With changed sets under the names of their bodies. */
  data: Readonly<Record<string, unknown>>
  params?: Readonly<Record<string, unknown>> | undefined
  /** The last value that the form's `Effect` passed to `onNote`. */
  note?: unknown
  /** Shown with a question too, so that people confirm once. */
  confirmation?: { title: string; content: ReactNode }
  onQuestion?: () => void
}

/** The answer of a `BeforeWrite` view: null cancels the write; `after` runs once it is done and must not fail. */
export type WriteAnswer = { after?: () => Promise<void>; isConfirmed?: boolean } | null

/** The properties of a `BeforeWrite` view, which may ask before a write; it must call `onAnswer` once. */
export interface BeforeWriteProps {
  write: AskedWrite
  onAnswer: (answer: WriteAnswer) => void
}

/** Aborting answers null. */
type Ask = (write: AskedWrite, signal?: AbortSignal) => Promise<WriteAnswer>

const goesOn: Ask = async () => ({})

const AskContext = createContext<Ask>(goesOn)

/** A `BeforeWrite` view that asks nothing: for one whose code fails to load, so that the write goes on. */
export const UnaskedWrite = ({ onAnswer }: BeforeWriteProps) => {
  useEffect(() => onAnswer({}), [onAnswer])
  return null
}

interface HostProps {
  of: (resource: string) => ComponentType<BeforeWriteProps> | undefined
  children: ReactNode
}

export const BeforeWriteHost = ({ of, children }: HostProps) => {
  const [asked, setAsked] = useState<BeforeWriteProps | null>(null)
  const ask = useCallback<Ask>(
    (write, signal) => {
      if (!of(write.resource)) return goesOn(write)
      return new Promise(resolve => {
        const onAnswer = (answer: WriteAnswer) => {
          setAsked(null)
          resolve(answer)
        }
        signal?.addEventListener('abort', () => onAnswer(null), { once: true })
        setAsked({ write, onAnswer })
      })
    },
    [of],
  )
  const BeforeWrite = asked && of(asked.write.resource)
  return (
    <AskContext value={ask}>
      {children}
      {BeforeWrite && (
        <Suspense fallback={null}>
          <BeforeWrite {...asked} />
        </Suspense>
      )}
    </AskContext>
  )
}

/**
 * Lets a resource's `BeforeWrite` view ask first. Call it before every write to a record; null cancels.
 *
 * @example
 * const askFirst = useAskFirst()
 * const answer = await askFirst({ resource: 'bookings', action: 'update', ids: [id], data })
 * if (!answer) return
 */
export const useAskFirst = (): Ask => useContext(AskContext)
