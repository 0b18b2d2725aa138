import Button from '@mui/material/Button'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import type { AnswerOf } from '../../declare'
import { resources } from '../../resources'
import { Changes, DialogFrame, resourceKeys, Stack, type setupCalls, Tick } from '../../show'
import styles from './setup.module.css'
import { useText } from './useText'

type SetupPlan = AnswerOf<typeof setupCalls.applySetup>

const actions = ['create', 'change', 'delete', 'deactivate', 'unmanaged'] as const
/** Per action. */
const shown = 30

type PlannedChange = SetupPlan['changes'][number]

const declaredAs = (name: string) => resources.find(each => each.name === name)

const ChangedFields = ({ resource: name, changes }: PlannedChange) => {
  const entry = { action: 'updated', entityId: null, changes } as const
  return <Changes entry={entry} resource={declaredAs(name)} hasNames />
}

interface Props {
  title: string
  plan: SetupPlan
  onPrune: ((prune: boolean) => void) | null
  onApply: (prune: boolean) => Promise<void>
  onClose: () => void
}

export const PlanDialog = ({ title, plan, onPrune, onApply, onClose }: Props) => {
  const text = useText()
  const translate = useTranslate()
  const [isPruned, setIsPruned] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const nameOf = ({ resource, key, changes }: PlannedChange): string => {
    if (resource === 'tenants') return text('setup.settings')
    const name = changes[declaredAs(resource)?.represent ?? '']?.to ?? key
    return `${translate(resourceKeys({ name: resource }).name, { smart_count: 1 })}: ${name}`
  }
  const apply = async () => {
    setIsBusy(true)
    await onApply(isPruned)
    setIsBusy(false)
  }
  // A template leaves other records alone.
  const told = onPrune ? actions : actions.filter(action => action !== 'unmanaged')
  const groups = told.map(action => ({ action, changes: plan.changes.filter(each => each.action === action) }))
  const isNothing = plan.changes.every(({ action }) => action === 'unmanaged')
  return (
    <DialogFrame
      title={`${text('setup.plan')}: ${title}`}
      maxWidth="sm"
      isGrowing
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text('setup.cancel')}</Button>
          <Button variant="contained" disabled={isNothing || isBusy} aria-busy={isBusy} onClick={() => void apply()}>
            {text('setup.apply')}
          </Button>
        </>
      }
    >
      <Stack gap="1rem">
        {isNothing && <p>{text('setup.nothing')}</p>}
        {groups.map(
          ({ action, changes }) =>
            changes.length > 0 && (
              <section key={action}>
                <h3>
                  {text(`setup.action.${action}`)} ({changes.length})
                </h3>
                <ul className={styles.planned}>
                  {changes.slice(0, shown).map(change => (
                    <li key={`${change.resource} ${change.key}`}>
                      {nameOf(change)}
                      {action === 'change' && <ChangedFields {...change} />}
                    </li>
                  ))}
                  {changes.length > shown && <li>{text('setup.more', { count: changes.length - shown })}</li>}
                </ul>
              </section>
            ),
        )}
        {onPrune && (
          <Tick
            label={text('setup.prune')}
            checked={isPruned}
            onChange={isOn => {
              setIsPruned(isOn)
              onPrune(isOn)
            }}
          />
        )}
      </Stack>
    </DialogFrame>
  )
}
