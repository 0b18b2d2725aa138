import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useState } from 'react'
import { Link } from 'react-router'
import { memberships, tenants, users } from '../../core'
import { coreCalls } from '../../core/calls'
import type { TenantOverview as Overview } from '../../core/calls/tenants'
import { Pages } from '../../crud/list/Pager'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useRegistry } from '../../crud/views'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { screenPath } from '../../schema'
import { Badge } from '../../ui/badge/Badge'
import { useDisplay } from '../../ui/format/display'
import { formatMoment } from '../../ui/format/times'
import { useSettled } from '../../ui/inputs/useSettled'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import styles from './superadmin.module.css'
import { useText } from './useText'

/** Not the tenants' key: anything in a tenant changes these. */
const useOverview = (q: string, page: number, perPage: number) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const query = { page, perPage, ...(q && { q }) }
  return useQuery({
    queryKey: ['tenantOverview', query],
    queryFn: ({ signal }) => dataProvider.page<Overview>(coreCalls.tenants.overview.path, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

const Row = ({ tenant, counted }: { tenant: Overview; counted: readonly string[] }) => {
  const text = useText()
  const display = useDisplay()
  const { id, name, owners, isActive, memberCount, lastSignInAt, counts } = tenant
  return (
    <TableRow hover>
      <TableCell component="th" scope="row">
        <Link to={screenPath(tenants, 'edit', id)} className={styles.name}>
          {name}
        </Link>{' '}
        {!isActive && <Badge tone="off">{text('superadmin.suspended')}</Badge>}
      </TableCell>
      <TableCell>
        {owners.map(owner => (
          <p key={owner.id}>
            <Link to={screenPath(users, 'edit', owner.id)}>{owner.name ?? owner.email}</Link>
          </p>
        ))}
        {owners.length === 0 && <span className={styles.muted}>{text('superadmin.noOwner')}</span>}
      </TableCell>
      <TableCell align="right">{memberCount.toLocaleString()}</TableCell>
      {counted.map(each => (
        <TableCell key={each} align="right">
          {counts[each]?.toLocaleString()}
        </TableCell>
      ))}
      <TableCell>{lastSignInAt ? formatMoment(lastSignInAt, display) : text('superadmin.never')}</TableCell>
    </TableRow>
  )
}

export const TenantOverview = () => {
  const text = useText()
  const registry = useRegistry()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState(25)
  const q = useSettled(typed.trim())
  const { data, error, refetch, isPlaceholderData } = useOverview(q, page, perPage)
  const [counted, setCounted] = useState<readonly string[]>([])
  const title = text(resourceKeys(tenants).name, { smart_count: 2 })
  if (error) return <LoadError message={text('superadmin.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading isTable>{text('loading', { title })}</Loading>
  const [first] = data.data
  // Keeps the columns for a search without results.
  if (first && Object.keys(first.counts).join() !== counted.join()) setCounted(Object.keys(first.counts))
  return (
    <>
      <TextField
        type="search"
        label={text('superadmin.search')}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setPage(1)
        }}
        className={styles.search}
      />
      <div className={styles.table} aria-busy={isPlaceholderData}>
        <Table size="small" aria-label={title}>
          <TableHead>
            <TableRow>
              <TableCell>{text(resourceKeys(tenants).name, { smart_count: 1 })}</TableCell>
              <TableCell>{text('superadmin.owner')}</TableCell>
              <TableCell align="right">{text(resourceKeys(memberships).name, { smart_count: 2 })}</TableCell>
              {counted.map(each => (
                <TableCell key={each} align="right">
                  {text(resourceKeys(registry.named(each)).name, { smart_count: 2 })}
                </TableCell>
              ))}
              <TableCell>{text('superadmin.lastSeen')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {data.data.map(tenant => (
              <Row key={tenant.id} tenant={tenant} counted={counted} />
            ))}
          </TableBody>
        </Table>
        {data.data.length === 0 && <p className={styles.none}>{text('crud.list.none')}</p>}
      </div>
      <Pages {...{ page, perPage, setPage, setPerPage }} total={data.total} />
    </>
  )
}
