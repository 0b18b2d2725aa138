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
  more?: (part: P) => ComponentChildren
}

const gone: Readonly<Record<string, 'statusCancelled' | 'statusDeclined'>> = {
  cancelled: 'statusCancelled',
  declined: 'statusDeclined',
  expired: 'statusCancelled',
}

export const Parts = <P extends Part>({ parts, more }: Props<P>) => {
  const { texts } = usePage()
  const clock = useClock()
  if (parts.length === 0) return null
  return (
    <ol class="parts">
      {parts.map((part, index) => {
        const { title, startsAt, endsAt, personName, status = '' } = part
        const isGone = gone[status]
        const said = (
          <>
            {time(startsAt, clock)} – {time(endsAt, clock)} <strong dir="auto">{title}</strong>
          </>
        )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two guests may have the same at the same time
          <li key={index}>
            {isGone ? <s>{said}</s> : said}
            {isGone && ` ${texts[isGone]}`}
            {personName && !isGone && <span dir="auto">{fill(texts.withPerson, { name: personName })}</span>}
            {more?.(part)}
          </li>
        )
      })}
    </ol>
  )
}
