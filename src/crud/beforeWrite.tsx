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

/** A write that waits for the product's answer. */
export interface AskedWrite {
  resource: string
  action: 'create' | 'update' | 'delete'
  /** Empty for a new record. */
  ids: readonly string[]
  /** The fields, with the changed sets under the names of their bodies. */
  data: Readonly<Record<string, unknown>>
  /** Path parameters, such as a nested record's parent. */
  params?: Readonly<Record<string, unknown>> | undefined
  /** The last value that the form's `Effect` passed to `onNote`. */
  note?: unknown
  /** The write's usual confirmation. A question includes it, so that people confirm once. */
  confirmation?: { title: string; content: ReactNode }
  onQuestion?: () => void
}

/**
 * Null cancels the write. `after` runs after the write and must not fail. `isConfirmed`: somebody confirmed the
 * write.
 */
export type WriteAnswer = { after?: () => Promise<void>; isConfirmed?: boolean } | null

export interface BeforeWriteProps {
  write: AskedWrite
  onAnswer: (answer: WriteAnswer) => void
}

/** @param signal cancels the question, as if the answer was null */
type Ask = (write: AskedWrite, signal?: AbortSignal) => Promise<WriteAnswer>

const goesOn: Ask = async () => ({})

const AskContext = createContext<Ask>(goesOn)

/** For a question that could not be loaded: the write goes on, so that typed input is not lost. */
export const UnaskedWrite = ({ onAnswer }: BeforeWriteProps) => {
  useEffect(() => onAnswer({}), [onAnswer])
  return null
}

interface HostProps {
  of: (resource: string) => ComponentType<BeforeWriteProps> | undefined
  children: ReactNode
}

/** Shows the product's questions, one at a time. */
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

/** Asks the product before a write. Call it before every write to a record. */
export const useAskFirst = (): Ask => useContext(AskContext)
