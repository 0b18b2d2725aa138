import { createContext, type ReactNode, Suspense, useContext } from 'react'

const NoticeContext = createContext<ReactNode>(null)

interface TenantNoticeProviderProps {
  /** Should be lazy. */
  notice: ReactNode
  children: ReactNode
}

export const TenantNoticeProvider = ({ notice, children }: TenantNoticeProviderProps) => (
  <NoticeContext value={notice}>{children}</NoticeContext>
)

export const TenantNotice = () => <Suspense fallback={null}>{useContext(NoticeContext)}</Suspense>
