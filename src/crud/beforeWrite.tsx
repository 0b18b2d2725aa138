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

/** A write before it is sent, for a `BeforeWrite` view. */
export interface AskedWrite {
  resource: string
  action: 'create' | 'update' | 'delete'
  ids: readonly string[]
  /** Includes changed related sets. */
  data: Readonly<Record<string, unknown>>
  params?: Readonly<Record<string, unknown>> | undefined
  /** The last note of the form's `Effect`. */
  note?: unknown
  /** Shown with the question: people confirm once. */
  confirmation?: { title: string; content: ReactNode }
  onQuestion?: () => void
}

/** Null cancels the write; `after` runs once it is done and must not fail. */
export type WriteAnswer = { after?: () => Promise<void>; isConfirmed?: boolean } | null

/** A view that may ask before a write; must call `onAnswer` once. */
export interface BeforeWriteProps {
  write: AskedWrite
  onAnswer: (answer: WriteAnswer) => void
}

/** Aborting answers null. */
type Ask = (write: AskedWrite, signal?: AbortSignal) => Promise<WriteAnswer>

const goesOn: Ask = async () => ({})

const AskContext = createContext<Ask>(goesOn)

/** For a view that fails to load. */
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
 * Lets a `BeforeWrite` view ask before a write; null cancels.
 *
 * @example
 * const askFirst = useAskFirst()
 * const answer = await askFirst({ resource: 'bookings', action: 'update', ids: [id], data })
 * if (!answer) return
 */
export const useAskFirst = (): Ask => useContext(AskContext)
