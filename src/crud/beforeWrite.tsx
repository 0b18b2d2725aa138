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

/** A write that waits for what the product says to it. */
export interface AskedWrite {
  /** The name of the resource. */
  resource: string
  action: 'create' | 'update' | 'delete'
  /** Of the records; none for a new one. */
  ids: readonly string[]
  /** What is sent, with the related sets by the names of their bodies. */
  data: Readonly<Record<string, unknown>>
  /** The parameters of the path, such as the parent of a nested record. */
  params?: Readonly<Record<string, unknown>> | undefined
  /** What the form's `Effect` noted. */
  note?: unknown
  /** The confirmation that this write needs anyway: a question shows it too, and takes its place. */
  confirmation?: { title: string; content: ReactNode }
  /** Called when a question is shown. */
  onQuestion?: () => void
}

/**
 * Null takes the write back; otherwise `after` runs once it is done, and must not fail. `isConfirmed` if somebody was asked,
 * and wants it.
 */
export type WriteAnswer = { after?: () => Promise<void>; isConfirmed?: boolean } | null

export interface BeforeWriteProps {
  write: AskedWrite
  onAnswer: (answer: WriteAnswer) => void
}

/** @param signal takes the question back when it is aborted, as if it was answered with null */
type Ask = (write: AskedWrite, signal?: AbortSignal) => Promise<WriteAnswer>

const goesOn: Ask = async () => ({})

const AskContext = createContext<Ask>(goesOn)

/** Stands in for a question that could not be loaded: the write goes on, and nothing typed is lost. */
export const UnaskedWrite = ({ onAnswer }: BeforeWriteProps) => {
  useEffect(() => onAnswer({}), [onAnswer])
  return null
}

interface HostProps {
  /** By the resource's name: what is shown before something of it is written. */
  of: (resource: string) => ComponentType<BeforeWriteProps> | undefined
  children: ReactNode
}

/** Shows what the product asks before writes from anywhere below, one at a time. */
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

/** Asks the product before something is written. Whatever writes records of a resource asks it first. */
export const useAskFirst = (): Ask => useContext(AskContext)
