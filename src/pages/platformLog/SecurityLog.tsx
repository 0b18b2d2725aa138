import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useState } from 'react'
import { memberships, type PlatformLogEntry, platformLog } from '../../core'
import { coreCalls } from '../../core/calls'
import { resourceKeys } from '../../crud/text/resourceKeys'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { LoadError } from '../../ui/screen/LoadError'
import { useText } from '../settings/useText'
import styles from './securityLog.module.css'

const perPage = 10
/** The API's limit. */
const mostEntries = 100

const keys = resourceKeys(platformLog)
const membershipKeys = resourceKeys(memberships)

const useDetails = () => {
  const text = useText()
  return ({ kind, details }: Pick<PlatformLogEntry, 'kind' | 'details'>): string | null => {
    if (details && kind.startsWith('member_')) {
      const word = (part: string) => text(membershipKeys.choice('role', part), { _: part })
      return details
        .split(/( → |, )/)
        .map(part => (/\w/.test(part) ? word(part) : part))
        .join('')
    }
    if (details && /^(?:signed_in|sign_in_refused|session_ended)$/.test(kind)) {
      return text(`securityLog.details.${details}`, { _: details })
    }
    return details
  }
}

/** Newest first. `of` is a user's id or `me`. */
export const SecurityLog = ({ of }: { of: string }) => {
  const text = useText()
  const detailsOf = useDetails()
  const display = useDisplay()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [shown, setShown] = useState(perPage)
  const { data, error, refetch } = useQuery({
    queryKey: [platformLog.name, 'of', of, shown],
    queryFn: ({ signal }) =>
      of === 'me'
        ? dataProvider.call(coreCalls.users.mySecurityLog, { query: { perPage: shown }, signal })
        : dataProvider.call(coreCalls.users.securityLog, { params: { id: of }, query: { perPage: shown }, signal }),
    placeholderData: before => before,
  })
  if (error && !data) return <LoadError message={text('securityLog.failed')} error={error} onRetry={refetch} />
  if (!data) return <p>{text('loading', { title: text('securityLog.title') })}</p>
  if (data.length === 0) return <p className={styles.muted}>{text(keys.empty)}</p>
  return (
    <>
      <ul className={styles.entries}>
        {data.map(({ id, at, kind, actor, tenant, details, network, device }) => (
          <li key={id} className={styles.entry}>
            <p className={styles.what}>{text(keys.choice('kind', kind))}</p>
            <p className={styles.muted}>
              <time dateTime={at}>{formatMoment(at, display)}</time>
              {[actor && text('securityLog.by', { name: actor }), tenant, detailsOf({ kind, details }), network, device]
                .filter(Boolean)
                .map(part => ` · ${part}`)}
            </p>
          </li>
        ))}
      </ul>
      {data.length === shown && shown < mostEntries && (
        <Button onClick={() => setShown(mostEntries)}>{text('securityLog.more')}</Button>
      )}
    </>
  )
}
