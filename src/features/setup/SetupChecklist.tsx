import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUncheckedOutlined'
import { useId } from 'react'
import { Link } from 'react-router'
import { type AnyResource, formStyle, mayAccess, screenPath } from '../../declare'
import { catalogItems } from '../../resources/catalogItems'
import { bookableResources } from '../../resources/resources'
import { schedules } from '../../resources/schedules'
import { dialogParam, Muted, Row, recordAddress, Stack, useRole, withParam } from '../../show'
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

/** More would push the content below out of sight. */
const shown = 3

const createAddress = (resource: AnyResource): string => {
  const path = screenPath(resource, 'create')
  return formStyle(resource, 'create') === 'dialog'
    ? path + withParam('', dialogParam(resource, 'create'), 'true')
    : path
}

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

export const SetupChecklist = ({ steps }: { steps: readonly SetupStep[] }) => {
  const text = useText()
  const id = useId()
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Stack as="section" gap="0.75rem" className={styles.checklist} aria-labelledby={id}>
      <Row wrap gap="0.25rem 1rem" align="baseline" justify="space-between">
        <h2 id={id} className={styles.name}>
          {text('setup.checklist')}
        </h2>
        <Muted as="span">{text('setup.progress', { done, total: steps.length })}</Muted>
      </Row>
      <progress className={styles.bar} value={done} max={steps.length} aria-labelledby={id} />
      {done === steps.length ? (
        <p>{text('setup.ready')}</p>
      ) : (
        <Stack as="ol" gap="0.375rem">
          {steps.map(step => {
            const Icon = step.isDone ? CheckCircle : RadioButtonUnchecked
            return (
              <Row
                as="li"
                gap="0.625rem"
                align="flex-start"
                key={step.key}
                className={styles.step}
                data-done={step.isDone}
              >
                <Icon fontSize="small" titleAccess={text(step.isDone ? 'setup.done' : 'setup.open')} />
                <StepText step={step} />
              </Row>
            )
          })}
        </Stack>
      )}
    </Stack>
  )
}
