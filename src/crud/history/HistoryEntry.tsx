import { type ReactNode, use, useState } from 'react'
import type { AuditEntry } from '../../contract/auditEntry'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyResource, takingBack } from '../../schema'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { Stack } from '../../ui/layout'
import { resourceKeys } from '../text/resourceKeys'
import { useViews } from '../views'
import { actionBehind } from './actionBehind'
import { Changes } from './Changes'
import styles from './history.module.css'
import { TakeBackButton } from './TakeBackButton'
import { toldNames } from './toldNames'

const nothingDescribed = { lines: [], told: [] }

const shownAtFirst = 6

interface HistoryEntryProps {
  entry: AuditEntry
  resource: AnyResource | undefined
  about?: ReactNode
}

export const HistoryEntry = ({ entry, resource, about }: HistoryEntryProps) => {
  const text = useMachineText()
  const display = useDisplay()
  const [isWhole, setWhole] = useState(false)
  const { at, actor, action, changes, reason, entityType } = entry
  const { describeEntry } = useViews({ name: entityType })
  const described = describeEntry ? use(describeEntry())(entry, { text, display }) : nothingDescribed
  const names = toldNames(resource, changes).filter(name => !described.told.includes(name))
  const shown = isWhole ? names : names.slice(0, shownAtFirst)
  const did = resource && actionBehind(resource, entry)
  const plain = did ? text(resourceKeys(resource).action(did, 'done')) : text(`crud.history.action.${action}`)
  const whole = entry.via === takingBack ? text('crud.history.takenBack', { what: plain }) : plain
  const lines = described.lines.length > 0 ? described.lines : [whole]
  return (
    <article className={styles.entry}>
      <Stack as="p" className={styles.when}>
        <time dateTime={at}>{formatMoment(at, display)}</time>
        <span>{actor.name ?? text(`crud.history.actor.${actor.type}`, { _: actor.type })}</span>
      </Stack>
      <Stack gap="0.25rem" className={styles.what}>
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
        {resource && <TakeBackButton entry={entry} resource={resource} />}
      </Stack>
    </article>
  )
}
