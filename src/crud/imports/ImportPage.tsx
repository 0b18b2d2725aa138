import { useRequireAccess } from 'ra-core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Import } from '../../contract/calls/imports'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { Screen } from '../../ui/screen/Screen'
import { useDeclaration } from '../declaration'
import { BackLink } from '../screen/BackLink'
import { LoadingScreen } from '../screen/LoadingScreen'
import { resourceKeys } from '../text/resourceKeys'
import { ColumnsStep } from './ColumnsStep'
import { FileStep } from './FileStep'
import styles from './imports.module.css'
import { PreviewStep, Progress, ResultStep } from './ResultStep'
import { isBusy, useImport } from './useImport'
import { useText } from './useText'

const steps = ['file', 'columns', 'preview', 'result'] as const

const stepOf = ({ status, startedAt }: Import, isBack: boolean): (typeof steps)[number] => {
  if (status === 'uploaded' || (status === 'checked' && isBack)) return 'columns'
  if (status === 'checking' || status === 'checked') return 'preview'
  return status === 'failed' && startedAt === null ? 'columns' : 'result'
}

const Steps = ({ current }: { current: (typeof steps)[number] }) => {
  const text = useText()
  return (
    <ol className={styles.steps} aria-label={text('imports.steps')}>
      {steps.map(step => (
        <li key={step} {...(step === current && { 'aria-current': 'step' as const })}>
          {text(`imports.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}

const Body = () => {
  const text = useText()
  const [params, setParams] = useSearchParams()
  const id = params.get('id')
  const { data: stored, error, refetch } = useImport(id)
  const [isBack, setBack] = useState(false)
  const open = (next: string | null) => {
    setBack(false)
    setParams(next ? { id: next } : {})
  }
  if (id === null)
    return (
      <>
        <Steps current="file" />
        <FileStep onUploaded={open} />
      </>
    )
  if (error) return <LoadError message={text('imports.failed')} error={error} onRetry={() => void refetch()} />
  if (!stored) return <Loading>{text('imports.steps')}</Loading>
  const step = stepOf(stored, isBack)
  return (
    <>
      <Steps current={step} />
      {isBusy(stored) ? (
        <Progress stored={stored} />
      ) : step === 'columns' ? (
        <ColumnsStep stored={stored} />
      ) : step === 'preview' ? (
        <PreviewStep stored={stored} onBack={() => setBack(true)} />
      ) : (
        <ResultStep stored={stored} onAnother={() => open(null)} />
      )}
    </>
  )
}

const ImportPage = () => {
  const text = useText()
  const resource = useDeclaration()
  const { isPending } = useRequireAccess({ resource: resource.name, action: 'create' })
  if (isPending) return <LoadingScreen view="list" />
  return (
    <Screen
      title={text('imports.title', { name: text(resourceKeys(resource).page('list')) })}
      back={<BackLink />}
      isWide
    >
      <Body />
    </Screen>
  )
}

export default ImportPage
