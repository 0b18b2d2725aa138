import { Link } from 'react-router'
import { resourceRules } from '../../resources/resourceRules'
import { bookableResources } from '../../resources/resources'
import { schedules } from '../../resources/schedules'
import type { CheckEntry } from '../../scheduling'
import { recordAddress } from '../../show'
import styles from './availability.module.css'
import { useText } from './useText'

interface CheckLinksProps {
  check: CheckEntry
  names: ReadonlyMap<string, string>
}

export const CheckLinks = ({ check, names }: CheckLinksProps) => {
  const text = useText()
  const { passed, ruleId, ruleName, overriddenBy, scheduleId, bookingId, causeResourceId } = check
  const links: [to: string | false | null | undefined, name: string][] = [
    [ruleId && recordAddress(resourceRules, ruleId), text('availability.rule', { name: ruleName ?? '' })],
    [
      overriddenBy && recordAddress(resourceRules, overriddenBy.ruleId),
      text('availability.rule', { name: overriddenBy?.ruleName ?? '' }),
    ],
    [scheduleId && recordAddress(schedules, scheduleId), text('availability.schedule')],
    [!passed && bookingId && `/bookings/${bookingId}`, text('availability.booking')],
    [
      causeResourceId && recordAddress(bookableResources, causeResourceId),
      names.get(causeResourceId ?? '') ?? text('availability.resource'),
    ],
  ]
  const shown = links.filter((link): link is [string, string] => Boolean(link[0]))
  if (shown.length === 0) return null
  return (
    <p className={styles.links}>
      {shown.map(([to, name]) => (
        <Link key={to} to={to}>
          {name}
        </Link>
      ))}
    </p>
  )
}
