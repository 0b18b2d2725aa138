import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import type { AnyResource } from '../../schema'
import { useDisplay } from '../format/display'
import { formatMoment } from '../format/times'
import { useCrudText } from '../text/useCrudText'
import type { AuditEntry } from './auditEntry'
import { bookingSentences } from './bookingSentences'
import { Changes } from './Changes'
import styles from './history.module.css'
import type { Sentences } from './sentences'
import { toldNames } from './toldNames'

/** Entries of these resources are told in words of their own. */
const sentencesOf: Readonly<Record<string, Sentences>> = { bookings: bookingSentences }

/** How many fields are shown before the rest is asked for. */
const shownAtFirst = 6

interface HistoryEntryProps {
  entry: AuditEntry
  /** What the entry's type names; undefined for what is no resource, such as the log itself. */
  resource: AnyResource | undefined
  /** What the entry is about, where that is not clear from the screen. */
  about?: ReactNode
}

/** Who did what and when, and what each field held before and after. */
export const HistoryEntry = ({ entry, resource, about }: HistoryEntryProps) => {
  const text = useCrudText()
  const translate = useTranslate()
  const display = useDisplay()
  const [isWhole, setWhole] = useState(false)
  const { at, actor, action, changes, reason, entityType } = entry
  const sentences = sentencesOf[entityType]?.(entry, { text, translate, display }) ?? { lines: [], told: [] }
  const names = toldNames(resource, changes).filter(name => !sentences.told.includes(name))
  const shown = isWhole ? names : names.slice(0, shownAtFirst)
  const lines = sentences.lines.length > 0 ? sentences.lines : [text(`crud.history.action.${action}`)]
  return (
    <article className={styles.entry}>
      <p className={styles.when}>
        <time dateTime={at}>{formatMoment(at, display)}</time>
        <span>{actor.name ?? text(`crud.history.actor.${actor.type}`)}</span>
      </p>
      <div className={styles.what}>
        <p>
          {about && <>{about} · </>}
          <strong>{lines.join(' · ')}</strong>
        </p>
        {reason && <p>{text('crud.history.reason', { reason })}</p>}
        {shown.length > 0 && <Changes entry={entry} resource={resource} names={shown} />}
        {shown.length < names.length && (
          <button type="button" className={styles.rest} onClick={() => setWhole(true)}>
            {text('crud.history.fields', { smart_count: names.length - shown.length })}
          </button>
        )}
      </div>
    </article>
  )
}
