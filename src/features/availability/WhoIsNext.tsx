import type { Explanation } from '../../scheduling'
import { formatMoment, useDisplay } from '../../show'
import styles from './availability.module.css'
import { type Request, useExplanation } from './availabilityApi'
import { useText } from './useText'

type Allocation = NonNullable<Explanation['allocation']>
type Turn = Allocation['order'][number]
type Names = ReadonlyMap<string, string>

const useSayTurn = (names: Names): ((turn: Turn, rule: Allocation['rule']) => string) => {
  const text = useText()
  const display = useDisplay()
  const percent = new Intl.NumberFormat(display.locale, { style: 'percent' })
  return ({ resourceId, takenMinutes, openMinutes, lastBookedAt }, rule) => {
    const name = names.get(resourceId) ?? ''
    if (rule === 'rotation')
      return lastBookedAt
        ? text('availability.next.last', { name, when: formatMoment(lastBookedAt, display) })
        : text('availability.next.never', { name })
    return takenMinutes !== null && openMinutes
      ? text('availability.next.share', { name, share: percent.format(takenMinutes / openMinutes) })
      : text('availability.next.closed', { name })
  }
}

interface WhoIsNextProps {
  allocation: Allocation
  names: Names
}

/** The order of resources, and its reasons (docs/domain.md#fair-choice). */
export const WhoIsNext = ({ allocation: { rule, order }, names }: WhoIsNextProps) => {
  const text = useText()
  const say = useSayTurn(names)
  return (
    <section className={styles.checks}>
      <h3>{text(`availability.next.${rule}`)}</h3>
      <ol>
        {order.map(one => (
          <li key={one.resourceId}>{say(one, rule)}</li>
        ))}
      </ol>
    </section>
  )
}

interface NextAtProps {
  request: Request
  startsAt: string
}

const NextAt = ({ request, startsAt }: NextAtProps) => {
  const text = useText()
  const { data } = useExplanation(request, { startsAt, endsAt: null, resourceId: null })
  const say = useSayTurn(new Map(data?.resources.map(one => [one.resourceId, one.name])))
  const [first] = data?.allocation?.order ?? []
  if (!data?.allocation || !first) return null
  return <p className={styles.note}>{text('availability.next.first', { why: say(first, data.allocation.rule) })}</p>
}

export default NextAt
