import { type RouterProvider, RouterProviderContext, useEvent, useRouterProvider } from 'ra-core'
import { type ReactNode, useMemo } from 'react'
import { isOwnParam } from '../addresses'

const paramsOf = (search: string, isWanted: (name: string) => boolean): string =>
  new URLSearchParams(Array.from(new URLSearchParams(search)).filter(([name]) => isWanted(name))).toString()

const joined = (...parts: string[]): string => {
  const text = parts
    .map(part => part.replace(/^\?/, ''))
    .filter(Boolean)
    .join('&')
  return text && `?${text}`
}

/** Hides our parameters, which react-admin would store or drop. */
const hidingOwn = (base: RouterProvider, opened: string): RouterProvider => {
  const useLocation: RouterProvider['useLocation'] = () => {
    const location = base.useLocation()
    return useMemo(
      () => ({ ...location, search: joined(paramsOf(location.search, name => !isOwnParam(name))) || opened }),
      [location],
    )
  }
  const useNavigate: RouterProvider['useNavigate'] = () => {
    const navigate = base.useNavigate()
    const { search } = base.useLocation()
    return useEvent((to, options) => {
      const isSearchOnly = typeof to === 'object' && to.pathname === undefined
      navigate(isSearchOnly ? { ...to, search: joined(to.search ?? '', paramsOf(search, isOwnParam)) } : to, options)
    })
  }
  return { ...base, useLocation, useNavigate }
}

interface ListRoutingProps {
  opened?: string
  children: ReactNode
}

export const ListRouting = ({ opened = '', children }: ListRoutingProps) => {
  const base = useRouterProvider()
  const routing = useMemo(() => hidingOwn(base, opened), [base, opened])
  return <RouterProviderContext value={routing}>{children}</RouterProviderContext>
}
