import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Highlight from '@mui/icons-material/HighlightOffOutlined'
import Warning from '@mui/icons-material/WarningAmberOutlined'
import { useText } from '../../i18n/useText'
import type { CheckEntry } from '../../scheduling'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { useEngineMessage } from '../explanations/useEngineMessage'
import styles from './availability.module.css'
import { type Request, useExplanation } from './availabilityApi'
import { CheckLinks } from './CheckLinks'
import type { Why } from './why'

interface ExplainedProps {
  request: Request
  why: Why
}

const CheckItem = ({ check, names }: { check: CheckEntry; names: ReadonlyMap<string, string> }) => {
  const text = useText()
  const say = useEngineMessage()
  const { passed, severity, isOverridable } = check
  const Icon = passed ? CheckCircle : severity === 'warning' ? Warning : Highlight
  return (
    <li className={styles.check} data-passed={passed}>
      <Icon fontSize="small" titleAccess={text(passed ? 'availability.passed' : 'availability.refused')} />
      <div>
        <p>{say(check)}</p>
        <CheckLinks check={check} names={names} />
        {!passed && isOverridable && <p className={styles.note}>{text('availability.overridable')}</p>}
      </div>
    </li>
  )
}

const keyOf = ({ code, resourceId, ruleId, bookingId, overriddenBy, text }: CheckEntry): string =>
  [code, resourceId, ruleId, bookingId, overriddenBy?.ruleId, text].join('/')

/** The answer first, then the failed checks by resource, then the passed ones. */
export const Explained = ({ request, why }: ExplainedProps) => {
  const text = useText()
  const say = useEngineMessage()
  const { data, error, refetch } = useExplanation(request, why)
  if (error) return <LoadError message={text('availability.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading>{text('availability.explaining')}</Loading>
  const names = new Map(data.resources.map(one => [one.resourceId, one.name]))
  const concerned: (string | null)[] = [null, ...data.resources.map(one => one.resourceId)]
  const failed = (check: CheckEntry) => !check.passed
  const sections = concerned
    .map(id => ({ id, checks: data.checks.filter(check => check.resourceId === id && failed(check)) }))
    .filter(({ checks }) => checks.length > 0)
  const passed = data.checks.filter(check => check.passed)
  return (
    <>
      <p className={styles.verdict} data-available={data.available}>
        {data.available ? <CheckCircle /> : <Highlight />}
        <strong>{data.available ? text('availability.canBeBooked') : data.headline && say(data.headline)}</strong>
      </p>
      {sections.map(({ id, checks }) => (
        <section key={id} className={styles.checks}>
          <h3>{id === null ? text('availability.inGeneral') : names.get(id)}</h3>
          <ul>
            {checks.map(check => (
              <CheckItem key={keyOf(check)} check={check} names={names} />
            ))}
          </ul>
        </section>
      ))}
      {passed.length > 0 && (
        <details className={styles.checks}>
          <summary>{text('availability.passedChecks', { smart_count: passed.length })}</summary>
          <ul>
            {passed.map(check => (
              <CheckItem key={keyOf(check)} check={check} names={names} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
