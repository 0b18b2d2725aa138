import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { usePermissions } from 'ra-core'
import type { Import } from '../../contract/calls/imports'
import { importOptions } from '../../contract/importing'
import { humanize, mayRead, type Role } from '../../schema'
import { importColumns } from '../../schema/importColumns'
import { useDisplay } from '../../ui/format/display'
import { formatNumber } from '../../ui/format/numbers'
import { Muted, Row, Stack } from '../../ui/layout'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import styles from './imports.module.css'
import { useImportSteps } from './useImport'
import { useText } from './useText'

type OptionName = keyof typeof importOptions

const showEmpty = { inputLabel: { shrink: true }, select: { displayEmpty: true } }

/** The second step: what each column fills, and how the file is read. */
export const ColumnsStep = ({ stored }: { stored: Import }) => {
  const text = useText()
  const { locale } = useDisplay()
  const resource = useDeclaration()
  const keys = resourceKeys(resource)
  const { permissions = null } = usePermissions<Role | null>()
  const { change, step } = useImportSteps(stored.id)
  const isPending = change.isPending || step.isPending
  const columns = [...importColumns(resource)].filter(([name]) => mayRead(resource, name, permissions))
  const option = (name: OptionName) => {
    const isAsked = stored.questions.includes(name as never)
    return (
      <TextField
        select
        size="small"
        margin="none"
        label={text(`imports.${name}`)}
        value={stored[name] ?? ''}
        error={isAsked}
        helperText={isAsked ? text('imports.asks') : undefined}
        disabled={isPending}
        onChange={event => change.mutate({ [name]: event.target.value })}
        slotProps={showEmpty}
      >
        {stored[name] === null && (
          <MenuItem value="" disabled>
            {text(isAsked ? 'imports.asks' : 'imports.unasked')}
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
  return (
    <Stack gap="1rem">
      <section className={styles.panel}>
        <Muted>
          {text('imports.columns.about', { file: stored.fileName, count: formatNumber(stored.rowCount, locale) })}
        </Muted>
        {stored.profile && <Muted>{text('imports.profile', { name: stored.profile })}</Muted>}
        <table className={styles.columns}>
          <thead>
            <tr>
              <th scope="col">{text('imports.column')}</th>
              <th scope="col">{text('imports.samples')}</th>
              <th scope="col">{text('imports.fills')}</th>
            </tr>
          </thead>
          <tbody>
            {stored.columns.map(({ header, samples, field, via }) => (
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
                    {field === 'id' && <option value="id">id</option>}
                    {columns.map(([name, { label }]) => (
                      <option key={name} value={name}>
                        {text(keys.field(name), { _: label ?? humanize(name) })}
                      </option>
                    ))}
                  </select>
                  {(via === 'similar' || via === 'remembered') && (
                    <Muted as="span" className={styles.via}>
                      {text(`imports.via.${via}`)}
                    </Muted>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className={styles.panel}>
        <h2>{text('imports.reading')}</h2>
        <div className={styles.options}>
          {(['encoding', 'delimiter', 'dateFormat', 'decimal', 'operation', 'blanks', 'onError'] as const).map(name => (
            <div key={name}>{option(name)}</div>
          ))}
        </div>
      </section>
      <Row justify="flex-end">
        <Button
          variant="contained"
          disabled={isPending || stored.questions.length > 0}
          onClick={() => step.mutate('check')}
        >
          {text('imports.check')}
        </Button>
      </Row>
    </Stack>
  )
}
