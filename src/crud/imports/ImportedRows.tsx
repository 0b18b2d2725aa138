import { useState } from 'react'
import type { Import, ImportRow } from '../../contract/calls/imports'
import { type Outcome, outcomes } from '../../contract/importing'
import type { Tone } from '../../schema'
import { Badge } from '../../ui/badge/Badge'
import { useMessageText } from '../../ui/failure/useMessageText'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import sideways from '../../ui/sideways.module.css'
import { useDeclaration } from '../declaration'
import { ChangedValue } from '../history/ChangedValue'
import { isEmpty } from '../kinds/kindView'
import { Pages } from '../list/Pager'
import tabStyles from '../list/tabs.module.css'
import { useViews } from '../views'
import styles from './imports.module.css'
import { useColumnLabel } from './useColumnLabel'
import { useImportRows } from './useImport'
import { useText } from './useText'

const tones: Readonly<Record<Outcome, Tone>> = {
  create: 'good',
  update: 'info',
  unchanged: 'off',
  error: 'bad',
  conflict: 'bad',
}

const Details = ({ row, stored }: { row: ImportRow; stored: Import }) => {
  const text = useText()
  const messageText = useMessageText()
  const resource = useDeclaration()
  const labelOf = useColumnLabel(resource)
  const nameOf = (field: string) => (field.startsWith('_') ? text('imports.row') : labelOf(field))
  const entry = { changes: row.changes } as never
  const { told } = useViews(resource)
  // Shows a new record's values from the file, not the program's.
  const isShown = ([field, { to }]: [string, ImportRow['changes'][string]]): boolean =>
    row.outcome !== 'create' || (!isEmpty(to) && (stored.fields.includes(field) || told?.[field] !== undefined))
  return (
    <ul className={styles.details}>
      {Object.entries(row.errors).map(([field, sentence]) => (
        <li key={field} data-bad>
          <strong>{nameOf(field)}</strong> {row.messages[field] ? messageText(row.messages[field], sentence) : sentence}
        </li>
      ))}
      {Object.entries(row.changes)
        .filter(isShown)
        .map(([field]) => (
          <li key={field}>
            <strong>{nameOf(field)}</strong>{' '}
            {row.outcome === 'update' && (
              <>
                <ChangedValue entry={entry} resource={resource} name={field} side="from" /> →{' '}
              </>
            )}
            <ChangedValue entry={entry} resource={resource} name={field} side="to" />
          </li>
        ))}
      {row.notes.map(note => (
        <li key={note}>{text(`imports.note.${note}` as 'imports.note.dst_gap')}</li>
      ))}
    </ul>
  )
}

export const ImportedRows = ({ stored, first }: { stored: Import; first: Outcome | null }) => {
  const text = useText()
  const { locale } = useDisplay()
  const [outcome, setOutcome] = useState<Outcome | null>(first)
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(25)
  const { data, error, refetch } = useImportRows(stored.id, stored.status, outcome, page, perPage)
  const show = (next: Outcome | null) => {
    setOutcome(next)
    setPage(1)
  }
  const sum = outcomes.reduce((count, each) => count + stored.counts[each], 0)
  const tabs = [null, ...outcomes.filter(each => stored.counts[each] > 0)]
  return (
    <section className={styles.rows}>
      <fieldset className={`${tabStyles.tabs} ${sideways.sideways}`} aria-label={text('imports.outcomes')}>
        {tabs.map(each => (
          <button key={each ?? ''} type="button" aria-pressed={each === outcome} onClick={() => show(each)}>
            {text(`imports.outcome.${each ?? 'all'}`)}
            <span>{formatNumber(each ? stored.counts[each] : sum, locale)}</span>
          </button>
        ))}
      </fieldset>
      {error ? (
        <LoadError message={text('imports.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading>{text('imports.outcomes')}</Loading>
      ) : (
        <>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{text('imports.line')}</th>
                <th scope="col">{text('imports.record')}</th>
                <th scope="col">{text('imports.outcome')}</th>
                <th scope="col">{text('imports.details')}</th>
              </tr>
            </thead>
            <tbody>
              {data.data.map(row => (
                <tr key={row.row}>
                  <td data-label={text('imports.line')}>{formatNumber(row.line, locale)}</td>
                  <td>{row.key}</td>
                  <td>
                    <Badge tone={tones[row.outcome]}>{text(`imports.outcome.${row.outcome}`)}</Badge>
                  </td>
                  <td>
                    <Details {...{ row, stored }} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pages {...{ page, perPage, setPage }} total={data.total} setPerPage={setPerPage} />
        </>
      )}
    </section>
  )
}
