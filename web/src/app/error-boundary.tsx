import { Component, type ComponentType, type ReactNode } from 'react'

type CatchProps = { fallback: ComponentType<{ error: unknown }>; children: ReactNode }
type CatchState = { caught: { error: unknown } | null }

/** React offers the catching of errors while drawing to classes only. */
export class ErrorBoundary extends Component<CatchProps, CatchState> {
  override state: CatchState = { caught: null }

  static getDerivedStateFromError(error: unknown): CatchState {
    return { caught: { error } }
  }

  override render() {
    const { fallback: Fallback, children } = this.props
    return this.state.caught ? <Fallback error={this.state.caught.error} /> : children
  }
}
