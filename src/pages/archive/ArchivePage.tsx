import Download from '@mui/icons-material/Download'
import Button from '@mui/material/Button'
import { useMutation } from '@tanstack/react-query'
import { useDataProvider, useLocale, useNotify } from 'ra-core'
import { useState } from 'react'
import { useSessionStore } from '../../authProvider/useSession'
import { coreCalls } from '../../core/calls'
import type { SlotwiseDataProvider } from '../../dataProvider/createDataProvider'
import { archive } from '../../i18n/en/machine/archive'
import { machineRoomText } from '../../i18n/useMachineText'
import { useTenant } from '../../tenant/TenantProvider'
import { useFailure } from '../../ui/failure/useFailure'
import { saveFile } from '../../ui/files/saveFile'
import { formatBytes } from '../../ui/format/numbers'
import styles from '../settings/settings.module.css'
import { TenantScreen } from '../settings/TenantScreen'
import { useProof } from '../settings/useProof'

const useText = machineRoomText(archive)

const { method, path, file: type = '' } = coreCalls.archives.download

const reader = (onBytes: (count: number) => void) => async (response: Response) => {
  let count = 0
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        count += chunk.length
        onBytes(count)
        controller.enqueue(chunk)
      },
    }),
  )
  return new Response(counted).blob()
}

const Archive = ({ slug }: { slug: string }) => {
  const text = useText()
  const locale = useLocale()
  const notify = useNotify()
  const failureOf = useFailure()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const [bytes, setBytes] = useState(0)
  const { withProof, dialog } = useProof()
  const { isEmbedded } = useSessionStore()
  const download = () => dataProvider.request<Blob>(method, path, { accept: type, read: reader(setBytes) })
  const { mutate, isPending } = useMutation({
    // Supabase projects confirm identity by a new sign-in.
    mutationFn: () => (isEmbedded ? withProof(download) : download()),
    onMutate: () => setBytes(0),
    onSuccess: archive => saveFile(`${slug}.zip`, archive, type),
    onError: error => {
      const { isSignedOut, detail } = failureOf(error)
      if (!isSignedOut) notify(detail, { type: 'error' })
    },
  })
  return (
    <div className={styles.card}>
      <p>{text('archive.in')}</p>
      <p>{text('archive.notIn')}</p>
      <p>
        <Button variant="contained" startIcon={<Download />} disabled={isPending} onClick={() => mutate()}>
          {text('archive.download')}
        </Button>
      </p>
      <p role="status">
        {isPending && text(bytes > 0 ? 'archive.received' : 'archive.collecting', { size: formatBytes(bytes, locale) })}
      </p>
      {dialog}
    </div>
  )
}

const ArchivePage = () => {
  const { tenant } = useTenant()
  return (
    <TenantScreen title="archive.title" about="archive.text" needs="owner">
      {tenantId => <Archive key={tenantId} slug={tenant?.slug ?? 'archive'} />}
    </TenantScreen>
  )
}

export default ArchivePage
