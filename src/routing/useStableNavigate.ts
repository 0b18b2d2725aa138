import { use, useCallback } from 'react'
import { type NavigateOptions, type To, UNSAFE_DataRouterContext } from 'react-router'

export type Navigate = (to: To | number, options?: NavigateOptions) => void

/**
 * Takes absolute paths, or a search alone. Renders at once unless `flushSync` is false: callers build the next address
 * on the rendered one. `useNavigate` would render its component after each navigation:
 * https://github.com/remix-run/react-router/issues/7634.
 */
export const useStableNavigate = (): Navigate => {
  const router = use(UNSAFE_DataRouterContext)?.router
  // Going back or forward ignores options.
  return useCallback((to, options) => router?.navigate(to as To, { flushSync: true, ...options }), [router])
}
