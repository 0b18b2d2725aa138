/** @jsxImportSource preact */
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { regionalLocale } from '../time/regionalLocale'
import type { Clock } from './format'
import { fill, sameTime, zoneName } from './format'
import type { PageData } from './pageData'
import { hrefOf, type Route } from './route'
import { tellParent } from './tellParent'

export interface Page extends PageData {
  go: (route: Route, options?: { replace?: boolean }) => void
  zone: string
  ownZone: string | null
  showZone: (zone: string) => void
  /** Milliseconds of the server's clock ahead of the visitor's. */
  skew: number
  /** False while the server's HTML is static. */
  isLive: boolean
  isFirst: boolean
}

export const PageContext = createContext<Page | null>(null)

export const usePage = (): Page => {
  const page = useContext(PageContext)
  if (!page) throw new Error('A part of the page stands outside of it.')
  return page
}

export const useClock = (): Clock => {
  const { zone, lang, business } = usePage()
  return { timeZone: zone, lang: regionalLocale(lang, business.address?.country), business }
}

/** Null if it has the business's name. */
export const visitorsZone = (timeZone: string): string | null => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return own && own !== timeZone ? own : null
}

/** Null unless one of these instants differs in it. */
export const useOtherZone = (instants: readonly string[]): string | null => {
  const { ownZone, business } = usePage()
  if (!ownZone) return null
  return instants.every(instant => sameTime(Date.parse(instant), ownZone, business.timeZone)) ? null : ownZone
}

export const StepLink = ({
  to,
  children,
  ...rest
}: {
  to: Route
  children: ComponentChildren
  class?: string
  'aria-label'?: string
  'aria-current'?: 'date' | 'true' | undefined
}) => {
  const { base } = usePage()
  return (
    <a href={hrefOf(base, to)} {...rest}>
      {children}
    </a>
  )
}

export const Heading = ({ children, takesFocus }: { children: ComponentChildren; takesFocus: boolean }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step is entered
  useEffect(() => {
    if (!takesFocus) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    tellParent({ type: 'scroll', top: 0 })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {children}
    </h1>
  )
}

export const ZoneNote = ({ at }: { at: readonly string[] }) => {
  const { zone, business, texts, showZone } = usePage()
  const own = useOtherZone(at)
  if (!own) return null
  const isOwn = zone === own
  return (
    <p class="note">
      {fill(texts.zone, { zone: zoneName(zone) })}{' '}
      <button type="button" class="link" onClick={() => showZone(isOwn ? business.timeZone : own)}>
        {fill(isOwn ? texts.zoneTheirs : texts.zoneMine, { zone: zoneName(isOwn ? business.timeZone : own) })}
      </button>
    </p>
  )
}

export const Loading = ({ text }: { text?: string }) => {
  const { texts, isLive } = usePage()
  return isLive ? <p role="status">{text ?? texts.loading}</p> : null
}
