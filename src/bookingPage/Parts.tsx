/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { fill, time } from './format'
import { useClock, usePage } from './page'

interface Part {
  title: string
  startsAt: string
  endsAt: string
  personName: string | null
  status?: string
}

interface Props<P extends Part> {
  parts: readonly P[]
  /** Below each. */
  more?: (part: P) => ComponentChildren
}

/** Of a visit: one after the other, with times and people. */
export const Parts = <P extends Part>({ parts, more }: Props<P>) => {
  const { texts } = usePage()
  const clock = useClock()
  if (parts.length === 0) return null
  return (
    <ol class="parts">
      {parts.map(part => {
        const { title, startsAt, endsAt, personName, status = '' } = part
        const isGone = status === 'cancelled' || status === 'declined'
        const said = (
          <>
            {time(startsAt, clock)} – {time(endsAt, clock)} <strong dir="auto">{title}</strong>
          </>
        )
        return (
          <li key={`${startsAt} ${title}`}>
            {isGone ? <s>{said}</s> : said}
            {isGone && ` ${texts.statusCancelled}`}
            {personName && !isGone && <span dir="auto">{fill(texts.withPerson, { name: personName })}</span>}
            {more?.(part)}
          </li>
        )
      })}
    </ol>
  )
}
