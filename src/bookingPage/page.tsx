/** @jsxImportSource preact */
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import type { Clock } from './format'
import { sameTime } from './format'
import type { PageData } from './pageData'
import { hrefOf, type Route } from './route'

export interface Page extends PageData {
  /** Goes to another step; `replace` leaves no trace for the way back. */
  go: (route: Route, options?: { replace?: boolean }) => void
  /** The zone that times are shown in. */
  zone: string
  /** The visitor’s own, where it shows other times. */
  ownZone: string | null
  showZone: (zone: string) => void
  /** How far the visitor’s clock is from the server’s, in milliseconds. */
  skew: number
  /** Still the step that the server wrote. */
  isFirst: boolean
}

export const PageContext = createContext<Page | null>(null)

export const usePage = (): Page => {
  const page = useContext(PageContext)
  if (!page) throw new Error('A part of the page stands outside of it.')
  return page
}

/** How times are shown to this visitor. */
export const useClock = (): Clock => {
  const { zone, lang, business } = usePage()
  return { timeZone: zone, lang, business }
}

/** The visitor’s zone, if it shows other times than the one of the business. */
export const otherZone = (timeZone: string, now: number): string | null => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return own && !sameTime(now, own, timeZone) ? own : null
}

/** A link to another step; it works without scripts, too. */
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

/** The heading of a step: takes the focus when the step is entered, so that it is read out. */
export const Heading = ({ children, takesFocus }: { children: ComponentChildren; takesFocus: boolean }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step is entered
  useEffect(() => {
    if (!takesFocus) return
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** Which zone the times are in, where it can be doubted. */
export const ZoneNote = () => {
  const { zone, ownZone, business, texts, showZone } = usePage()
  if (!ownZone) return null
  const isOwn = zone === ownZone
  const name = (timeZone: string) => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return (
    <p class="note">
      {texts.zone.replace('%{zone}', name(zone))}{' '}
      <button type="button" class="link" onClick={() => showZone(isOwn ? business.timeZone : ownZone)}>
        {(isOwn ? texts.zoneTheirs : texts.zoneMine).replace('%{zone}', name(isOwn ? business.timeZone : ownZone))}
      </button>
    </p>
  )
}
