import Bolt from '@mui/icons-material/BoltOutlined'
import East from '@mui/icons-material/EastOutlined'
import History from '@mui/icons-material/HistoryOutlined'
import Search from '@mui/icons-material/SearchOutlined'
import Dialog from '@mui/material/Dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useEvent, useStore } from 'ra-core'
import {
  type ElementType,
  memo,
  type ReactElement,
  Suspense,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSession } from '../../authProvider/useSession'
import { type SearchResult, search } from '../../contract/calls/search'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useRegistry } from '../../crud/views'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { useMachineText } from '../../i18n/useMachineText'
import { useStableNavigate } from '../../routing/useStableNavigate'
import { rank, soughtIn } from '../../schema/ranking'
import { useTenant } from '../../tenant/TenantProvider'
import { useDisplay } from '../../ui/format/display'
import { formatMomentShortly } from '../../ui/format/times'
import { ListSearch, optionIdOf, useMarkedOption } from '../../ui/inputs/ListSearch'
import { usePaletteParts } from '../additions'
import { useIconOf } from '../icons'
import type { Offer } from './offer'
import styles from './palette.module.css'
import { rankOffer } from './rankOffer'
import { useOwnOffers } from './useOwnOffers'
import { usePaletteText } from './usePaletteText'

type Found = Pick<SearchResult, 'type' | 'id' | 'title' | 'subtitle' | 'path'>

interface Entry {
  key: string
  group: 'recent' | 'start' | 'record' | 'page' | 'command'
  label: string
  about?: string | undefined
  record?: Found
  run: Offer['run']
  score: number
}

const mostRecent = 10
const mostOffered = 6

/** Milliseconds, to answer within a tenth of a second. */
const rest = 40

const entryOf = (record: Found, group: 'recent' | 'record', score: number): Entry => ({
  key: `${group} ${record.type} ${record.id}`,
  group,
  label: record.title,
  about: record.subtitle,
  record,
  run: { to: record.path },
  score,
})

/** Until an answer comes, the last one's that still fit. */
const useRecords = (typed: string) => {
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const queryClient = useQueryClient()
  const { tenantId } = useTenant()
  const [asked, setAsked] = useState('')
  const last = useRef({ at: Number.NEGATIVE_INFINITY, timer: 0 })
  const canBeAsked = (q: string) => q.length > 1 && q.length <= 100 && tenantId !== null
  const question = (q: string) => ({
    queryKey: ['palette', q],
    queryFn: ({ signal }: { signal: AbortSignal }) => dataProvider.call(search, { query: { q }, signal }),
    retry: false,
  })
  /** On each key: the server searches while the palette renders. */
  const ask = (q: string) => {
    clearTimeout(last.current.timer)
    const wait = last.current.at + rest - performance.now()
    if (wait > 0) {
      last.current.timer = window.setTimeout(ask, wait, q)
      return
    }
    last.current.at = performance.now()
    if (canBeAsked(q)) void queryClient.prefetchQuery(question(q))
    setAsked(q)
  }
  useEffect(() => () => clearTimeout(last.current.timer), [])
  const { data, isError, isPlaceholderData } = useQuery({
    ...question(asked),
    enabled: canBeAsked(asked),
    placeholderData: before => before,
  })
  const isSearching = canBeAsked(typed) && !isError && (isPlaceholderData || asked !== typed || !data)
  const recordsOf = useCallback(
    (q: string) => {
      if (q.length < 2 || !data) return []
      const sought = soughtIn(q)
      const results =
        isPlaceholderData || asked !== q
          ? data.results.filter(({ title, subtitle }) =>
              rank(sought, [
                { name: 'title', value: title },
                { name: 'subtitle', value: subtitle },
              ]),
            )
          : data.results
      return results.slice(0, 20)
    },
    [data, isPlaceholderData, asked],
  )
  return { recordsOf, isError, isSearching, ask }
}

/** Best first: all starts, and some of each other group. */
const ranked = (offers: readonly Offer[], typed: string): Entry[] => {
  const sought = soughtIn(typed)
  const counts = { page: 0, command: 0 }
  return offers
    .flatMap((offer): Entry[] => {
      if (offer.group === 'start') return [{ ...offer, group: 'start', score: 2 }]
      if (typed === '') return offer.group === 'command' ? [{ ...offer, group: 'command', score: 0 }] : []
      const score = rankOffer(sought, offer)
      return score === null ? [] : [{ ...offer, group: offer.group, score }]
    })
    .sort((a, b) => b.score - a.score)
    .filter(({ group }) => (group !== 'page' && group !== 'command') || counts[group]++ < mostOffered)
}

const inGroups = (entries: readonly Entry[]): [Entry['group'], Entry[]][] => {
  const groups = new Map<Entry['group'], Entry[]>()
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry])
  return [...groups].sort(([, [a]], [, [b]]) => (b?.score ?? 0) - (a?.score ?? 0))
}

interface PaletteProps {
  onClose: () => void
  onDialog: (open: (onClose: () => void) => ReactElement) => void
}

const PaletteContent = ({ onClose, onDialog }: PaletteProps) => {
  const text = usePaletteText()
  const navigate = useStableNavigate()
  const list = useMarkedOption()
  const { listId, marked } = list
  const [written, setWritten] = useState('')
  const typed = written.trim()
  const { user } = useSession()
  // Several people may share this browser's store.
  const [recent, setRecent] = useStore<readonly Found[]>(`palette.recent.${user?.id}`, [])
  const parts = usePaletteParts()
  const [partOffers, setPartOffers] = useState<Readonly<Record<number, readonly Offer[]>>>({})
  const own = useOwnOffers()
  const { recordsOf, isError, isSearching, ask } = useRecords(typed)

  const groupsOf = useCallback(
    (q: string) =>
      inGroups([
        ...(q === '' ? recent.map(record => entryOf(record, 'recent', 1)) : []),
        ...recordsOf(q).map(record => entryOf(record, 'record', record.score)),
        ...ranked([...own, ...Object.values(partOffers).flat()], q),
      ]),
    [recent, recordsOf, own, partOffers],
  )
  // Typing goes first.
  const shown = useDeferredValue(useMemo(() => ({ typed, groupsOf }), [typed, groupsOf]))
  const groups = useMemo(() => shown.groupsOf(shown.typed), [shown])
  const entries = groups.flatMap(([, inside]) => inside)
  const isDrawn = shown.typed === typed && shown.groupsOf === groupsOf
  const latest = () => (shown.typed === typed ? entries : groupsOf(typed).flatMap(([, inside]) => inside))

  const choose = useEvent(({ run, record }: Entry, isInNewTab: boolean) => {
    if (record) {
      const { type, id, title, subtitle, path } = record
      setRecent([{ type, id, title, subtitle, path }, ...recent.filter(one => one.id !== id)].slice(0, mostRecent))
    }
    if (isInNewTab && 'to' in run) {
      window.open(run.to, '_blank', 'noopener')
      return
    }
    onClose()
    if ('to' in run) navigate(run.to)
    else if ('act' in run) run.act()
    else onDialog(run.dialog)
  })

  return (
    <>
      {parts.map((Part, place) => (
        <Suspense key={Part.displayName ?? place}>
          <PartOffers of={Part} place={place} typed={typed} onOffer={setPartOffers} />
        </Suspense>
      ))}
      <div className={styles.search}>
        <Search fontSize="small" />
        <ListSearch
          list={list}
          label={text('palette.input')}
          value={written}
          onChange={value => {
            ask(value.trim())
            setWritten(value)
          }}
          count={entries.length}
          isExpanded={entries.length > 0}
          latestCount={() => latest().length}
          onEnter={(at, { ctrlKey, metaKey }) => {
            const entry = latest()[at]
            if (entry) choose(entry, ctrlKey || metaKey)
          }}
        />
      </div>
      <p role="status" className={entries.length > 0 ? styles.status : styles.message}>
        {isError
          ? text('palette.failed')
          : entries.length > 0
            ? text('palette.count', { smart_count: entries.length })
            : text(isSearching || !isDrawn ? 'palette.searching' : 'palette.none')}
      </p>
      <Options listId={listId} groups={groups} marked={marked} onChoose={choose} />
    </>
  )
}

const Palette = (props: PaletteProps) => {
  const text = usePaletteText()
  return (
    <Dialog
      open
      onClose={() => startTransition(props.onClose)}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { className: styles.palette, 'aria-label': text('palette.title') } }}
    >
      <PaletteContent {...props} />
    </Dialog>
  )
}

interface OptionContentProps {
  icon: ElementType<{ fontSize: 'small' }>
  label: string
  about: string | undefined
  kind: string | undefined
}

/** Icons take most of the rendering. */
const OptionContent = memo(({ icon: Icon, label, about, kind }: OptionContentProps) => (
  <>
    <Icon fontSize="small" />
    <span className={styles.names}>
      <span>{label}</span>
      {about && <span className={styles.about}>{about}</span>}
    </span>
    {kind && <span className={styles.kind}>{kind}</span>}
  </>
))

interface OptionsProps {
  listId: string
  groups: readonly [Entry['group'], Entry[]][]
  marked: number
  onChoose: (entry: Entry, isInNewTab: boolean) => void
}

/** Apart from what is typed, which is drawn first. */
const Options = memo(({ listId, groups, marked, onChoose }: OptionsProps) => {
  const text = usePaletteText()
  const machineText = useMachineText()
  const display = useDisplay()
  const iconOf = useIconOf()
  const { find } = useRegistry()

  const said = (about: string): string =>
    about.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, instant => formatMomentShortly(instant, display))

  const iconOfEntry = ({ group, record }: Entry) => {
    const resource = record && find(record.type)
    const Icon = group === 'recent' ? History : resource ? iconOf(resource.icon) : group === 'page' ? East : Bolt
    return Icon
  }

  let index = -1
  return (
    <div id={listId} role="listbox" aria-label={text('palette.title')} className={styles.list}>
      {groups.map(([group, inside]) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
          <div id={`${listId}-${group}`} role="presentation" className={styles.heading}>
            {text(`palette.${group}`)}
          </div>
          {inside.map(entry => {
            index += 1
            const resource = entry.record && find(entry.record.type)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the focus and handles the keys of the list
              <div
                key={entry.key}
                id={optionIdOf(listId, index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === marked}
                className={`${styles.option} ${group === 'start' ? styles.start : ''}`}
                onClick={event => onChoose(entry, event.ctrlKey || event.metaKey)}
              >
                <OptionContent
                  icon={iconOfEntry(entry)}
                  label={said(entry.label)}
                  about={entry.about && said(entry.about)}
                  kind={resource && machineText(resourceKeys(resource).name, { smart_count: 1 })}
                />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
})

interface PartOffersProps {
  of: ReturnType<typeof usePaletteParts>[number]
  place: number
  typed: string
  onOffer: (
    change: (before: Readonly<Record<number, readonly Offer[]>>) => Readonly<Record<number, readonly Offer[]>>,
  ) => void
}

const PartOffers = ({ of: Part, place, typed, onOffer }: PartOffersProps) => {
  const offer = useCallback(
    (offers: readonly Offer[]) => onOffer(before => ({ ...before, [place]: offers })),
    [onOffer, place],
  )
  return <Part typed={typed} onOffer={offer} />
}

export default Palette
