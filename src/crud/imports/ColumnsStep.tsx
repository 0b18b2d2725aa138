import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { Import } from '../../contract/calls/imports'
import { importOptions } from '../../contract/importing'
import { fieldOf } from '../../schema'
import { Badge } from '../../ui/badge/Badge'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { timeZoneNames } from '../../ui/format/timeZones'
import { Muted, Row, Stack } from '../../ui/layout'
import { useDeclaration } from '../declaration'
import styles from './imports.module.css'
import { useColumnLabel } from './useColumnLabel'
import { useImportSteps } from './useImport'
import { useText } from './useText'

type OptionName = keyof typeof importOptions

const showEmpty = { inputLabel: { shrink: true }, select: { displayEmpty: true } }
const native = { inputLabel: { shrink: true }, select: { native: true } }

type Keys = Import['keys']

/** Match rows to records; null if ids do. */
const keysFilled = ({ keys, columns }: Import): Keys | null => {
  const filled = columns.map(({ field }) => field)
  return filled.includes('id') ? null : keys.filter(key => key.every(name => filled.includes(name)))
}

interface Asked {
  stored: Import
  change: ReturnType<typeof useImportSteps>['change']
  isPending: boolean
}

const OptionInput = ({ name, stored, change, isPending }: Asked & { name: OptionName }) => {
  const text = useText()
  const isAsked = stored.questions.includes(name as never)
  if (stored[name] === null && !isAsked) return null
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={text(`imports.${name}`)}
      value={stored[name] ?? ''}
      error={isAsked}
      disabled={isPending}
      onChange={event => change.mutate({ [name]: event.target.value })}
      slotProps={showEmpty}
    >
      {stored[name] === null && (
        <MenuItem value="" disabled>
          {text('imports.choose')}
        </MenuItem>
      )}
      {importOptions[name].map(value => (
        <MenuItem key={value} value={value}>
          {name === 'encoding' ? value.toUpperCase() : text(`imports.${name}.${value}` as never)}
        </MenuItem>
      ))}
    </TextField>
  )
}

const TimeZoneInput = ({ stored, change, isPending }: Asked) => {
  const text = useText()
  return (
    <TextField
      select
      size="small"
      margin="none"
      label={text('imports.timeZone')}
      value={stored.timeZone}
      disabled={isPending}
      onChange={event => change.mutate({ timeZone: event.target.value })}
      slotProps={native}
    >
      {timeZoneNames().map(name => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </TextField>
  )
}

/** The field that each column fills. */
const ColumnsTable = ({ stored, change, isPending }: Asked) => {
  const text = useText()
  const labelOf = useColumnLabel(useDeclaration())
  const { fields, columns } = stored
  const labels = new Map(fields.map(name => [name, name === 'id' ? name : labelOf(name)]))
  const isTwice = (label: string | undefined) => [...labels.values()].filter(each => each === label).length > 1
  const shown = (name: string) => (isTwice(labels.get(name)) ? `${labels.get(name)} (${name})` : labels.get(name))
  return (
    <table className={styles.columns}>
      <thead>
        <tr>
          <th scope="col">{text('imports.column')}</th>
          <th scope="col">{text('imports.samples')}</th>
          <th scope="col">{text('imports.fills')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ header, samples, field, via }) => (
          <tr key={header}>
            <th scope="row">{header}</th>
            <td>{samples.join(' · ')}</td>
            <td>
              <select
                aria-label={text('imports.fills.of', { header })}
                value={field ?? ''}
                disabled={isPending}
                onChange={event => change.mutate({ mapping: { [header]: event.target.value || null } })}
              >
                <option value="">{text('imports.nothing')}</option>
                {fields.map(name => (
                  <option key={name} value={name}>
                    {shown(name)}
                  </option>
                ))}
              </select>
              {via === 'similar' && <Badge tone="waiting">{text('imports.via.similar')}</Badge>}
              {via === 'remembered' && <Muted as="span">{text('imports.via.remembered')}</Muted>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const ColumnsStep = ({ stored }: { stored: Import }) => {
  const text = useText()
  const { locale } = useDisplay()
  const resource = useDeclaration()
  const labelOf = useColumnLabel(resource)
  const { change, step } = useImportSteps(stored.id)
  const isPending = change.isPending || step.isPending
  const { keys, columns } = stored
  const known = keysFilled(stored)
  const named = (some: Keys) => some.map(key => key.map(labelOf).join(' + ')).join(', ')
  const hasTimes = columns.some(({ field }) => field !== null && fieldOf(resource, field)?.kind === 'instant')
  const asked = { stored, change, isPending }
  const option = (name: OptionName) => <OptionInput key={name} name={name} {...asked} />
  return (
    <Stack gap="1rem">
      {stored.questions.length > 0 && (
        <section className={styles.panel} role="alert">
          <h2>{text('imports.questions')}</h2>
          <div className={styles.options}>{stored.questions.map(option)}</div>
        </section>
      )}
      <section className={styles.panel}>
        <Muted>
          {text('imports.columns.about', {
            file: stored.fileName,
            smart_count: stored.rowCount,
            count: formatNumber(stored.rowCount, locale),
          })}
          {stored.profile && ` ${text('imports.profile', { name: stored.profile })}`}
        </Muted>
        <ColumnsTable {...asked} />
        {known?.length === 0 && (
          <p role="alert" className={styles.bad}>
            {text('imports.keys.none', { keys: named(keys) })}
          </p>
        )}
        {known && known.length > 0 && <Muted>{text('imports.keys', { keys: named(known) })}</Muted>}
      </section>
      <section className={styles.panel}>
        <h2>{text('imports.doing')}</h2>
        <div className={styles.options}>{(['operation', 'blanks', 'onError'] as const).map(option)}</div>
        <h2>{text('imports.reading')}</h2>
        <div className={styles.options}>
          {(['encoding', 'delimiter', 'dateFormat', 'decimal'] as const)
            .filter(name => !stored.questions.includes(name as never))
            .map(option)}
          {hasTimes && <TimeZoneInput {...asked} />}
        </div>
      </section>
      <Row justify="flex-end">
        <Button
          variant="contained"
          disabled={isPending || stored.questions.length > 0 || known?.length === 0}
          onClick={() => step.mutate('check')}
        >
          {text('imports.check')}
        </Button>
      </Row>
    </Stack>
  )
}
