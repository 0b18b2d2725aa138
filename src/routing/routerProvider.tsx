import { type RouterNavigateFunction, type RouterProvider, type RouterTo, reactRouterProvider } from 'ra-core'
import { useCallback } from 'react'
import type { Registry } from '../schema'
import { screenLocation } from './screenLocation'
import { useStableNavigate } from './useStableNavigate'

const { Link, Navigate } = reactRouterProvider

export const createRouterProvider = (registry: Registry): RouterProvider => {
  /** react-admin's effects depend on its identity. */
  const useScreenNavigate: RouterProvider['useNavigate'] = () => {
    const navigate = useStableNavigate()
    // Not for steps back or forward.
    return useCallback<RouterNavigateFunction>(
      (to, options) => navigate(screenLocation(registry, to as RouterTo), options),
      [navigate],
    )
  }
  return {
    ...reactRouterProvider,
    useNavigate: useScreenNavigate,
    Link: ({ to, ...props }) => <Link to={screenLocation(registry, to)} {...props} />,
    Navigate: ({ to, ...props }) => <Navigate to={screenLocation(registry, to)} {...props} />,
  }
}
