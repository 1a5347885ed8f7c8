import { Component, type ReactNode } from 'react'
import { ErrorState } from './ui/ErrorState.tsx'

interface Props {
  readonly children: ReactNode
  /** In place of the error view with its retry. */
  readonly fallback?: ReactNode
}

/** A fault in a part's own code takes that part away, not the product. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    if (this.props.fallback !== undefined) return this.props.fallback
    return <ErrorState page onRetry={() => this.setState({ failed: false })} />
  }
}
