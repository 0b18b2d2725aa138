import { type RouterNavigateFunction, type RouterProvider, type RouterTo, reactRouterProvider } from 'ra-core'
import { useCallback } from 'react'
import type { Registry } from '../schema'
import { screenLocation } from './screenLocation'
import { useStableNavigate } from './useStableNavigate'

const { Link, Navigate } = reactRouterProvider

export const createRouterProvider = (registry: Registry): RouterProvider => {
  /** Must keep its identity between renders, since react-admin's effects depend on it. */
  const useScreenNavigate: RouterProvider['useNavigate'] = () => {
    const navigate = useStableNavigate()
    // Steps back or forward pass unchanged.
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
