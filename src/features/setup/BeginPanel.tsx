import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useLocale, useNotify, useTranslate } from 'ra-core'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { type AnswerOf, hasRole } from '../../declare'
import {
  ConfirmDialog,
  Muted,
  Row,
  resourceKeys,
  type SlotwiseDataProvider,
  Stack,
  saveFile,
  setupCalls,
  Tick,
  useFailure,
  useMe,
  useRole,
  useTenant,
} from '../../show'
import { PlanDialog } from './PlanDialog'
import styles from './setup.module.css'
import type { SetupStep } from './useSetupStatus'
import { useText } from './useText'

type SetupPlan = AnswerOf<typeof setupCalls.applySetup>
type MadeByTemplate = AnswerOf<typeof setupCalls.getMade>
type Document = AnswerOf<typeof setupCalls.exportSetup>

interface Planned {
  title: string
  plan: SetupPlan
  /** `prune` removes what a file leaves out; null for a template. */
  replan: ((prune: boolean) => Promise<SetupPlan>) | null
  carryOut: (plan: SetupPlan, prune: boolean) => Promise<unknown>
}

const hasBegun = (steps: readonly SetupStep[]): boolean =>
  steps.some(({ key, isDone }) => isDone && ['schedule', 'resource', 'catalogItem'].includes(key))

const labelsOf = (records: MadeByTemplate['made']): string =>
  records
    .slice(0, 5)
    .map(({ label }) => label)
    .join(', ')

const useSetup = () => {
  const notify = useNotify()
  const failureOf = useFailure()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  /** Tells of a failure. @returns whether it succeeded */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      const { detail, errors } = failureOf(error)
      const paths = Object.entries(errors).slice(0, 5)
      const lines = [detail, ...paths.map(([path, sentence]) => `${path}: ${sentence}`)]
      notify(lines.join('\n'), { type: 'error', multiLine: true })
      return false
    }
  }
  const done = async (message: string): Promise<void> => {
    notify(message, { type: 'success' })
    await queryClient.invalidateQueries()
  }
  return { dataProvider, notify, failureOf, attempt, done }
}

/** Copies another business of an owner of both. */
const CopyFrom = () => {
  const text = useText()
  const { dataProvider, attempt, done } = useSetup()
  const { tenantId, tenants } = useTenant()
  const { data: me } = useMe()
  const [fromTenantId, setFromTenantId] = useState('')
  const isOwned = (id: string): boolean =>
    me?.userType === 'superuser' ||
    me?.memberships.some(each => each.tenantId === id && each.role === 'owner' && each.isActive) === true
  const others = tenants.filter(({ id }) => id !== tenantId && isOwned(id))
  if (others.length === 0) return null
  const copy = () =>
    attempt(async () => {
      await dataProvider.call(setupCalls.copySetup, { body: { fromTenantId } })
      await done(text('setup.copied'))
    })
  return (
    <Row gap="0.75rem" wrap align="center">
      <TextField
        select
        size="small"
        fullWidth={false}
        label={text('setup.copyFrom')}
        value={fromTenantId}
        onChange={event => setFromTenantId(event.target.value)}
        sx={{ minWidth: '14rem' }}
      >
        {others.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <Button disabled={!fromTenantId} onClick={() => void copy()}>
        {text('setup.copy')}
      </Button>
    </Row>
  )
}

interface PlansProps {
  onPlan: (planned: Planned) => void
}

const Templates = ({ onPlan }: PlansProps) => {
  const text = useText()
  const translate = useTranslate()
  const locale = useLocale()
  const { dataProvider, attempt } = useSetup()
  const [hasSamples, setHasSamples] = useState(false)
  const { data: templates = [] } = useQuery({
    queryKey: ['setupTemplates', locale],
    queryFn: ({ signal }) => dataProvider.call(setupCalls.listTemplates, { query: { locale }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const counted = (name: string, count: number) =>
    `${count} ${translate(resourceKeys({ name }).name, { smart_count: count })}`
  const lookAt = (key: string, title: string) =>
    attempt(async () => {
      const sent = { locale, sampleBookings: hasSamples }
      const params = { key }
      const plan = await dataProvider.call(setupCalls.applyTemplate, { params, body: { ...sent, dryRun: true } })
      const carryOut = () => dataProvider.call(setupCalls.applyTemplate, { params, body: sent })
      onPlan({ title, plan, replan: null, carryOut })
    })
  return (
    <Stack as="section" gap="0.75rem" className={styles.checklist} aria-label={text('setup.begin')}>
      <h2 className={styles.name}>{text('setup.begin')}</h2>
      <Muted>{text('setup.beginHelp')}</Muted>
      <ul className={styles.templates}>
        {templates.map(({ key, name, description, counts }) => (
          <li key={key} className={styles.template}>
            <h3 className={styles.name}>{name}</h3>
            <p>{description}</p>
            <Muted>
              {['resources', 'variants', 'resourceRules'].map(each => counted(each, counts[each] ?? 0)).join(' · ')}
            </Muted>
            <Button
              variant="outlined"
              onClick={() => void lookAt(key, name)}
              aria-label={`${name}: ${text('setup.preview')}`}
            >
              {text('setup.preview')}
            </Button>
          </li>
        ))}
      </ul>
      <Tick label={text('setup.samples')} checked={hasSamples} onChange={setHasSamples} />
      <CopyFrom />
    </Stack>
  )
}

/** Removes what a template made. */
const RemoveMade = () => {
  const text = useText()
  const { dataProvider, failureOf, attempt, done } = useSetup()
  const { tenantId } = useTenant()
  const [isRemoving, setIsRemoving] = useState(false)
  const { data: made, refetch: askAgain } = useQuery({
    queryKey: ['setupTemplate', tenantId],
    queryFn: ({ signal }) =>
      dataProvider.call(setupCalls.getMade, { signal }).catch(error => {
        if (failureOf(error).isNotFound) return null
        throw error
      }),
    // The API answers by trying the removal.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!made) return null
  const remove = async () => {
    setIsRemoving(false)
    await attempt(async () => {
      await dataProvider.call(setupCalls.removeMade, { query: { includeChanged: true } })
      await done(text('setup.removed'))
    })
  }
  return (
    <>
      <Button color="error" onClick={() => void askAgain().then(() => setIsRemoving(true))}>
        {text('setup.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isRemoving}
        title={text('setup.remove')}
        confirm={made.used.length > 0 ? null : text('setup.removeNow')}
        cancel={text('setup.cancel')}
        onConfirm={() => void remove()}
        onCancel={() => setIsRemoving(false)}
      >
        <p>
          {made.used.length > 0
            ? text('setup.removeUsed', { names: labelsOf(made.used) })
            : text('setup.removeHelp', { count: made.made.length })}
        </p>
        {made.changed.length > 0 && made.used.length === 0 && (
          <p>{text('setup.removeChanged', { names: labelsOf(made.changed) })}</p>
        )}
      </ConfirmDialog>
    </>
  )
}

const SetupFile = ({ onPlan, isOwner, children }: PlansProps & { isOwner: boolean; children: ReactNode }) => {
  const text = useText()
  const { dataProvider, notify, attempt } = useSetup()
  const fileInput = useRef<HTMLInputElement>(null)
  const read = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    void attempt(async () => {
      let body: Document
      try {
        body = JSON.parse(await file.text())
      } catch {
        notify(text('setup.noJson'), { type: 'error' })
        return
      }
      const replan = (prune: boolean) =>
        dataProvider.call(setupCalls.applySetup, { query: { dryRun: true, prune }, body })
      const carryOut = ({ plan }: SetupPlan, prune: boolean) =>
        dataProvider.call(setupCalls.applySetup, { query: { prune }, body, headers: { 'If-Match': `"${plan}"` } })
      onPlan({ title: file.name, plan: await replan(false), replan, carryOut })
    })
  }
  const save = () =>
    attempt(async () => {
      const document = await dataProvider.call(setupCalls.exportSetup, {})
      saveFile('setup.json', `${JSON.stringify(document, null, 2)}\n`, 'application/json')
    })
  return (
    <Stack as="section" gap="0.75rem" className={styles.checklist} aria-label={text('setup.file')}>
      <h2 className={styles.name}>{text('setup.file')}</h2>
      <Muted>{text('setup.fileHelp')}</Muted>
      <Row gap="0.75rem" wrap>
        <Button variant="outlined" onClick={() => void save()}>
          {text('setup.export')}
        </Button>
        {isOwner && (
          <Button variant="outlined" onClick={() => fileInput.current?.click()}>
            {text('setup.applyFile')}
          </Button>
        )}
        {children}
      </Row>
      <input
        ref={fileInput}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={read}
        aria-label={text('setup.applyFile')}
      />
    </Stack>
  )
}

/** For owners and administrators. */
const BeginPanel = ({ steps, isBrief = false }: { steps: readonly SetupStep[]; isBrief?: boolean }) => {
  const text = useText()
  const role = useRole()
  const { attempt, done } = useSetup()
  const [planned, setPlanned] = useState<Planned | null>(null)
  const isOwner = hasRole(role, 'owner')
  const isNew = !hasBegun(steps)
  if (!hasRole(role, 'admin') || (isBrief && !(isOwner && isNew))) return null
  return (
    <Stack gap="1rem">
      {isOwner && isNew && <Templates onPlan={setPlanned} />}
      {!isBrief && (
        <SetupFile onPlan={setPlanned} isOwner={isOwner}>
          {isOwner && !isNew && <RemoveMade />}
        </SetupFile>
      )}
      {planned && (
        <PlanDialog
          title={planned.title}
          plan={planned.plan}
          onPrune={
            planned.replan &&
            (prune =>
              void attempt(async () =>
                setPlanned({ ...planned, plan: (await planned.replan?.(prune)) ?? planned.plan }),
              ))
          }
          onApply={async prune => {
            const isDone = await attempt(() => planned.carryOut(planned.plan, prune))
            if (!isDone) return
            setPlanned(null)
            await done(text('setup.applied'))
          }}
          onClose={() => setPlanned(null)}
        />
      )}
    </Stack>
  )
}

export default BeginPanel
