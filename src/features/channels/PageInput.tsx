import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useRecordContext } from 'ra-core'
import { useEffect, useId, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { channels } from '../../i18n/en/features/channels'
import type { Channel } from '../../resources/channels'
import { config, type InputProps, roomText, Stack, useCopy, useTenant } from '../../show'
import styles from './channels.module.css'

const useText = roomText(channels)

/** Without slug on a tenant's own host. */
const addressOf = (slug: string, { code }: Channel): string => {
  const { origin, hostname } = new URL(config.apiUrl, location.href)
  const isOwnHost = config.mainDomain !== null && hostname === `${slug}.${config.mainDomain}`
  return `${origin}/book${isOwnHost ? '' : `/${slug}`}?channel=${code}`
}

type EmbedMode = 'inline' | 'popup' | 'floating'

const embedModes: readonly EmbedMode[] = ['inline', 'popup', 'floating']

const embedCode = (address: string, mode: EmbedMode, label: string): string => {
  const { origin, pathname, search } = new URL(address)
  const page = pathname + search
  const script = (attributes = '') => `<script async src="${origin}/book/embed.js"${attributes}></script>`
  if (mode === 'inline') return `<div data-booking="${page}" style="min-height:700px"></div>\n${script()}`
  if (mode === 'popup') return `<a href="${address}" data-booking-popup="${page}">${label}</a>\n${script()}`
  return script(` data-booking-floating="${page}" data-booking-label="${label}"`)
}

/** Frames the HTML without scripts, since only listed websites may frame the URL. */
const Preview = ({ address, version }: { address: string; version: unknown }) => {
  const text = useText()
  const [html, setHtml] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page changes with each version of the channel
  useEffect(() => {
    const controller = new AbortController()
    fetch(address, { signal: controller.signal }).then(
      async answer => setHtml(answer.ok ? (await answer.text()).replace(/<script[\s\S]*?<\/script>/g, '') : ''),
      () => {},
    )
    return () => controller.abort()
  }, [address, version])
  if (!html) return null
  return (
    <iframe
      className={styles.preview}
      title={text('channels.preview')}
      sandbox="allow-same-origin"
      inert
      srcDoc={html}
    />
  )
}

const Embed = ({ address }: { address: string }) => {
  const text = useText()
  const [mode, setMode] = useState<EmbedMode>('inline')
  const code = embedCode(address, mode, text('channels.embedLabel'))
  const copy = useCopy({ copied: text('channels.copied'), marked: text('channels.marked') })
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{text('channels.embed')}</label>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={mode}
        onChange={(_, chosen: EmbedMode | null) => chosen && setMode(chosen)}
      >
        {embedModes.map(one => (
          <ToggleButton key={one} value={one}>
            {text(`channels.embed.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <textarea id={id} ref={field} className={styles.code} readOnly rows={5} value={code} spellCheck={false} />
      <div>
        <Button size="small" variant="outlined" onClick={() => void copy(code, () => field.current?.select())}>
          {text('channels.copy')}
        </Button>
      </div>
    </>
  )
}

const PageInput = (props: InputProps<'flag'>) => {
  const text = useText()
  const record = useRecordContext<Channel>()
  const FlagInput = props.inputOf(props.resource, props.name, props.field)
  const isOn: unknown = useWatch({ name: props.name })
  const { tenant } = useTenant()
  const address = record?.hasPage && tenant ? addressOf(tenant.slug, record) : null
  return (
    <>
      <FlagInput {...props} />
      {isOn === true && !address && <p>{text('channels.unsaved')}</p>}
      {isOn === true && address && record && (
        <Stack gap="8px" className={styles.page}>
          <Link href={address} target="_blank" rel="noreferrer">
            {text('channels.open')}
          </Link>
          <Preview address={address} version={record.version} />
          {record.allowedOrigins.length > 0 && <Embed address={address} />}
        </Stack>
      )}
    </>
  )
}

export default PageInput
