import { type ReactNode, useState } from 'react'
import { ProofDialog } from './ProofDialog'

interface Asking {
  answer: (isProved: boolean) => void
}

export interface Prover {
  /**
   * Repeats `work` after a proof if the service demands one.
   *
   * @throws what `work` throws, also an unmet demand
   */
  withProof: <T>(work: () => Promise<T>) => Promise<T>
  dialog: ReactNode
}

export const isProofWanted = (error: unknown): boolean => {
  const { code, body } = (error ?? {}) as { code?: string; body?: { code?: string } }
  return (code ?? body?.code) === 'reauthentication_needed'
}

export const useProof = (): Prover => {
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = () => new Promise<boolean>(resolve => setAsking({ answer: resolve }))
  const answer = (isProved: boolean) => {
    asking?.answer(isProved)
    setAsking(null)
  }
  return {
    withProof: async work => {
      try {
        return await work()
      } catch (error) {
        if (!isProofWanted(error) || !(await ask())) throw error
        return work()
      }
    },
    dialog: asking && <ProofDialog onProved={() => answer(true)} onCancel={() => answer(false)} />,
  }
}
