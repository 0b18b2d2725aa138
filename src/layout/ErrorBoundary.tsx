import { Component, type ReactNode } from 'react'
import { ErrorView } from './ErrorView'

interface State {
  error: Error | null
}

/** Keeps the layout when a screen fails. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  readonly reset = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    return error ? <ErrorView error={error} resetErrorBoundary={this.reset} /> : this.props.children
  }
}
