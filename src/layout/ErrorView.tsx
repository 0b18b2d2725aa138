import { useResetErrorBoundaryOnLocationChange } from 'ra-core'
import { useMachineText } from '../i18n/useMachineText'
import { ErrorNotice } from '../ui/screen/ErrorNotice'
import { Screen } from '../ui/screen/Screen'

interface ErrorViewProps {
  error: Error
  resetErrorBoundary: (args?: unknown) => void
  /** By default, `resetErrorBoundary`. */
  onRetry?: () => void
  about?: string
}

export const ErrorView = ({ error, resetErrorBoundary, onRetry = resetErrorBoundary, about }: ErrorViewProps) => {
  const text = useMachineText()
  useResetErrorBoundaryOnLocationChange(resetErrorBoundary)
  return (
    <Screen title={text('error.title')}>
      <ErrorNotice error={error} onRetry={() => onRetry()}>
        <p>{about ?? text('error.text')}</p>
      </ErrorNotice>
    </Screen>
  )
}
