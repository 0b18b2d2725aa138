import Group from '@mui/icons-material/GroupsOutlined'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { formatInstant } from '../../declare'
import type { WaitingMarksProps } from '../availability/timeline/TimelineActions'
import { useText } from './useText'
import styles from './waitlist.module.css'
import { useMatches } from './waitlistApi'

const WaitingMarks = ({ resourceId, range, touches, styleOf }: WaitingMarksProps) => {
  const text = useText()
  const { data = [] } = useMatches({ from: formatInstant(range.from), to: formatInstant(range.to) })
  const counts = new Map<string, { startsAt: string; endsAt: string; count: number }>()
  for (const { fits, startsAt, endsAt, resourceIds } of data) {
    if (!fits || !startsAt || !endsAt || !resourceIds.includes(resourceId)) continue
    const known = counts.get(startsAt)
    counts.set(startsAt, { startsAt, endsAt, count: (known?.count ?? 0) + 1 })
  }
  return [...counts.values()].filter(touches).map(({ count, ...span }) => (
    <div key={span.startsAt} className={styles.mark} style={styleOf(span)}>
      <span>
        <Group fontSize="inherit" aria-hidden /> <span aria-hidden>{count}</span>
        <span style={visuallyHidden}>{text('waitlist.waiting', { smart_count: count })}</span>
      </span>
    </div>
  ))
}

export default WaitingMarks
