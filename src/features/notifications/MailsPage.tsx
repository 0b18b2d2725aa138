import Switch from '@mui/material/Switch'
import { useQuery } from '@tanstack/react-query'
import { useCanAccess, useDataProvider, useGetOne, useNotify, useRequireAccess, useUpdate } from 'ra-core'
import { useId } from 'react'
import { Link } from 'react-router'
import { calls } from '../../calls'
import { type AnswerOf, locales, screenPath } from '../../declare'
import { notificationSettings } from '../../resources/notificationSettings'
import { notificationTemplates } from '../../resources/notificationTemplates'
import {
  formatMoment,
  LoadError,
  Loading,
  resourceKeys,
  Screen,
  type SlotwiseDataProvider,
  useDisplay,
  useFailure,
  useTenant,
} from '../../show'
import styles from './notifications.module.css'
import { useText } from './useText'

const keys = resourceKeys(notificationTemplates)
const settingsKeys = resourceKeys(notificationSettings)

type Mail = AnswerOf<typeof calls.notifications.overview>['mails'][number]

interface Off {
  id: string
  notificationsOff: string[] | null
}

/** Kinds that are not sent; undefined without permission. */
const useSwitches = () => {
  const text = useText()
  const notify = useNotify()
  const failureOf = useFailure()
  const { tenantId } = useTenant()
  const { canAccess } = useCanAccess({ resource: notificationSettings.name, action: 'edit' })
  const { data } = useGetOne<Off>(
    notificationSettings.name,
    { id: tenantId ?? '' },
    { enabled: canAccess === true && tenantId !== null },
  )
  const [update, { isPending }] = useUpdate<Off>(notificationSettings.name)
  const set = (key: string, isOn: boolean) => {
    if (!data || isPending) return
    const others = (data.notificationsOff ?? []).filter(each => each !== key)
    void update(
      notificationSettings.name,
      { id: data.id, data: { notificationsOff: isOn ? others : [...others, key] }, previousData: data },
      {
        onSuccess: () => notify(text(settingsKeys.notification('updated')), { type: 'success' }),
        onError: error => notify(failureOf(error).detail, { type: 'error' }),
      },
    )
  }
  return { off: data ? (data.notificationsOff ?? []) : null, set }
}

const TextLinks = ({ mail: { key, texts }, name }: { mail: Mail; name: string }) => {
  const text = useText()
  const { locale } = useDisplay()
  const { canAccess: mayWrite } = useCanAccess({ resource: notificationTemplates.name, action: 'create' })
  const nameOf = new Intl.DisplayNames([locale], { type: 'language' })
  return locales.map(each => {
    const language = nameOf.of(each) ?? each
    const id = texts[each]
    const label = text('mails.textOf', { mail: name, language })
    const mark = id && <small> ({text('mails.yours')})</small>
    if (!id && !mayWrite) return <span key={each}>{language}</span>
    const to = id ? screenPath(notificationTemplates, 'edit', id) : screenPath(notificationTemplates, 'create')
    return (
      <span key={each}>
        <Link to={to} state={{ startingValues: { key, locale: each } }} aria-label={label}>
          {language}
        </Link>
        {mark}
      </span>
    )
  })
}

interface MailTableProps {
  title: string
  mails: readonly Mail[]
  switches: ReturnType<typeof useSwitches>
}

const MailTable = ({ title, mails, switches: { off, set } }: MailTableProps) => {
  const text = useText()
  const id = useId()
  const display = useDisplay()
  return (
    <section className={styles.mailsOf} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table className={styles.mails} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{text('mails.column.mail')}</th>
            <th scope="col">{text('mails.column.when')}</th>
            <th scope="col">{text('mails.column.texts')}</th>
            {off && <th scope="col">{text('mails.column.on')}</th>}
            <th scope="col">{text('mails.column.lastSent')}</th>
          </tr>
        </thead>
        <tbody>
          {mails.map(mail => {
            const name = text(keys.choice('key', mail.key))
            return (
              <tr key={mail.key}>
                <th scope="row">{name}</th>
                <td>{text(`mails.when.${mail.key}`)}</td>
                <td className={styles.texts}>
                  <TextLinks mail={mail} name={name} />
                </td>
                {off && (
                  <td>
                    <Switch
                      size="small"
                      checked={!off.includes(mail.key)}
                      onChange={(_, isOn) => set(mail.key, isOn)}
                      slotProps={{ input: { 'aria-label': name, role: 'switch' } }}
                    />
                  </td>
                )}
                <td>{mail.lastSentAt ? formatMoment(mail.lastSentAt, display) : text('mails.never')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

const MailsPage = () => {
  const text = useText()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { isPending } = useRequireAccess({ resource: notificationTemplates.name, action: 'list' })
  const switches = useSwitches()
  const { data, error, refetch } = useQuery({
    queryKey: [notificationTemplates.name, 'overview'],
    queryFn: ({ signal }) => dataProvider.call(calls.notifications.overview, { signal }),
    enabled: !isPending,
    retry: false,
  })
  return (
    <Screen title={text(keys.page('list'))} subtitle={text('mails.intro')}>
      {error && <LoadError message={text('crud.error.list')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading>{text(keys.loading('list'))}</Loading>}
      {data && (
        <>
          <MailTable
            title={text('mails.toCustomers')}
            mails={data.mails.filter(({ audience }) => audience === 'customer')}
            switches={switches}
          />
          <MailTable
            title={text('mails.toUs')}
            mails={data.mails.filter(({ audience }) => audience === 'staff')}
            switches={switches}
          />
        </>
      )}
    </Screen>
  )
}

export default MailsPage
