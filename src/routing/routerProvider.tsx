import { type RouterNavigateFunction, type RouterProvider, reactRouterProvider } from 'ra-core'
import { useCallback } from 'react'
import { screenLocation } from './screenLocation'

const { useNavigate, Link, Navigate } = reactRouterProvider

/** The function must stay the same between renders: effects in react-admin depend on it. */
const useScreenNavigate: RouterProvider['useNavigate'] = () => {
  const navigate = useNavigate()
  return useCallback<RouterNavigateFunction>(
    (to, options) => navigate(typeof to === 'number' ? to : screenLocation(to), options),
    [navigate],
  )
}

/** react-admin makes paths of its own (`/channels/create`); this sends every link and redirect to the product's addresses. */
export const routerProvider: RouterProvider = {
  ...reactRouterProvider,
  useNavigate: useScreenNavigate,
  Link: ({ to, ...props }) => <Link to={screenLocation(to)} {...props} />,
  Navigate: ({ to, ...props }) => <Navigate to={screenLocation(to)} {...props} />,
}
