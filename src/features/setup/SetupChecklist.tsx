import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUncheckedOutlined'
import Button from '@mui/material/Button'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { type AnyResource, createAddress, mayAccess, screenPath } from '../../declare'
import { catalogItems } from '../../resources/catalogItems'
import { bookableResources } from '../../resources/resources'
import { schedules } from '../../resources/schedules'
import { Muted, Row, recordAddress, Stack, useRole } from '../../show'
import styles from './setup.module.css'
import type { SetupStep, SetupStepKey } from './useSetupStatus'
import { useText } from './useText'

const resourceOf: Readonly<Record<SetupStepKey, AnyResource>> = {
  schedule: schedules,
  resource: bookableResources,
  hours: bookableResources,
  catalogItem: catalogItems,
  assignment: catalogItems,
  active: catalogItems,
}

const namedKeys = {
  hours: 'setup.step.hoursOf',
  assignment: 'setup.step.assignmentOf',
  active: 'setup.step.activeOf',
} as const

/** More would push the content out of sight. */
const shown = 3

export interface FollowingStep {
  key: 'team' | 'booking'
  isDone: boolean
}

const followingPaths = { team: '/settings/members', booking: '/availability' } as const

const StepText = ({ step: { key, isDone, records, count } }: { step: SetupStep }) => {
  const text = useText()
  const role = useRole()
  const resource = resourceOf[key]
  const mayWrite = mayAccess(role, resource.access, 'edit')
  const linked = (label: string, to: string | null) =>
    mayWrite && to ? (
      <Link to={to} className={styles.stepLink}>
        {label}
      </Link>
    ) : (
      <span>{label}</span>
    )
  if (isDone) return <span>{text(`setup.step.${key}`)}</span>
  if (key === 'schedule' || key === 'resource' || key === 'catalogItem')
    return linked(text(`setup.step.${key}`), createAddress(resource))
  if (records.length === 0) return <span>{text(`setup.step.${key}`)}</span>
  const left = count - Math.min(records.length, shown)
  return (
    <ul>
      {records.slice(0, shown).map(({ id, name }) => (
        <li key={id}>{linked(text(namedKeys[key], { name }), recordAddress(resource, id))}</li>
      ))}
      {left > 0 && <li>{linked(text('crud.more', { smart_count: left }), screenPath(resource, 'list'))}</li>}
    </ul>
  )
}

const Step = ({ isDone, children }: { isDone: boolean; children: ReactNode }) => {
  const text = useText()
  const Icon = isDone ? CheckCircle : RadioButtonUnchecked
  return (
    <Row as="li" gap="0.625rem" align="flex-start" className={styles.step} data-done={isDone}>
      <Icon fontSize="small" titleAccess={text(isDone ? 'setup.done' : 'setup.open')} />
      {children}
    </Row>
  )
}

interface Props {
  steps: readonly SetupStep[]
  following?: readonly FollowingStep[]
  onPutAway?: () => void
}

export const SetupChecklist = ({ steps, following = [], onPutAway }: Props) => {
  const text = useText()
  const id = useId()
  const all = [...steps, ...following]
  const done = all.filter(({ isDone }) => isDone).length
  return (
    <Stack as="section" gap="0.75rem" className={styles.checklist} aria-labelledby={id}>
      <Row wrap gap="0.25rem 1rem" align="baseline" justify="space-between">
        <h2 id={id} className={styles.name}>
          {text('setup.checklist')}
        </h2>
        <Row as="span" gap="0.75rem" align="center">
          <Muted as="span">{text('setup.progress', { done, total: all.length })}</Muted>
          {onPutAway && (
            <Button size="small" onClick={onPutAway}>
              {text('setup.putAway')}
            </Button>
          )}
        </Row>
      </Row>
      <progress className={styles.bar} value={done} max={all.length} aria-labelledby={id} />
      {done === all.length ? (
        <p>{text('setup.ready')}</p>
      ) : (
        <Stack as="ol" gap="0.375rem">
          {steps.map(step => (
            <Step key={step.key} isDone={step.isDone}>
              <StepText step={step} />
            </Step>
          ))}
          {following.map(({ key, isDone }) => (
            <Step key={key} isDone={isDone}>
              {isDone ? (
                <span>{text(`setup.step.${key}`)}</span>
              ) : (
                <Link to={followingPaths[key]} className={styles.stepLink}>
                  {text(`setup.step.${key}`)}
                </Link>
              )}
            </Step>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
