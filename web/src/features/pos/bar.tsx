import type { ReactNode } from 'react'
import { ArrowLeft, CircleCheck, Menu, WifiOff } from './icons.tsx'
import * as t from './messages.ts'

type BarProps = {
  store: string
  till: string
  isOffline: boolean
  onBack?: (() => void) | undefined
  onMenu?: (() => void) | undefined
  children?: ReactNode
}

/** Whose till this is, and whether it has a network. */
export const Bar = ({ store, till, isOffline, onBack, onMenu, children }: BarProps) => (
  <header className="pos-bar across gap-3">
    {onBack && (
      <button type="button" className="iconbtn first" aria-label={t.back} onClick={onBack}>
        <ArrowLeft className="ico" aria-hidden="true" />
      </button>
    )}
    <b className="nowrap" title={store}>
      {store}
    </b>
    <span className="stencil nowrap" title={till}>
      {till}
    </span>
    {children}
    <span
      className={
        isOffline ? 'net off inline-row small medium nowrap text-bad' : 'net inline-row small medium nowrap text-ok'
      }
      role="status"
    >
      {isOffline ? <WifiOff aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
      {isOffline ? t.offline : t.online}
    </span>
    {onMenu && (
      <button type="button" className="iconbtn" aria-label={t.menu} onClick={onMenu}>
        <Menu className="ico" aria-hidden="true" />
      </button>
    )}
  </header>
)
