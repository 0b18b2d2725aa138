import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react'

const NoticeContext = createContext<ComponentType | null>(null)

/** Provides the product's notice about tenants that a person has not joined yet. Make it lazy. */
export const TenantNoticeProvider = ({ notice, children }: { notice: ComponentType; children: ReactNode }) => (
  <NoticeContext value={notice}>{children}</NoticeContext>
)

export const TenantNotice = () => {
  const Notice = useContext(NoticeContext)
  return (
    Notice && (
      <Suspense fallback={null}>
        <Notice />
      </Suspense>
    )
  )
}
