import { useEffect, useState } from 'preact/hooks'

interface Loaded<T> {
  value: T | null
  isLoading: boolean
  error: unknown
  again: () => void
}

/** Keeps the former value while loading. `first` is the server's. */
export const useLoaded = <T>(key: string, load: (signal: AbortSignal) => Promise<T>, first: T | null): Loaded<T> => {
  const [state, setState] = useState<{ key: string; value: T | null; error: unknown }>({
    key: first === null ? '' : key,
    value: first,
    error: null,
  })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that `load` depends on
  useEffect(() => {
    if (state.key === key && !state.error && tries === 0) return
    const controller = new AbortController()
    load(controller.signal).then(
      value => setState({ key, value, error: null }),
      (error: unknown) => {
        if (!controller.signal.aborted) setState(before => ({ ...before, key, error }))
      },
    )
    return () => controller.abort()
  }, [key, tries])
  return {
    value: state.value,
    error: state.key === key ? state.error : null,
    isLoading: state.key !== key,
    again: () => setTries(before => before + 1),
  }
}
