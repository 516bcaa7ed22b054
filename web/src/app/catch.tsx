import { Component, type ReactNode } from 'react'

type CatchProps = { fallback: (error: unknown) => ReactNode; children: ReactNode }
type CatchState = { caught: { error: unknown } | null }

/** React offers the catching of errors while drawing to classes only. */
export class Catch extends Component<CatchProps, CatchState> {
  override state: CatchState = { caught: null }

  static getDerivedStateFromError(error: unknown): CatchState {
    return { caught: { error } }
  }

  override render() {
    return this.state.caught ? this.props.fallback(this.state.caught.error) : this.props.children
  }
}
