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
    <b className="clip" title={store}>
      {store}
    </b>
    <span className="stencil clip" title={till}>
      {till}
    </span>
    {children}
    <span
      className={
        isOffline
          ? 'net off inline-row small medium nowrap text-bad ml-auto'
          : 'net inline-row small medium nowrap text-ok ml-auto'
      }
      role="status"
    >
      {isOffline ? <WifiOff className="s16" aria-hidden="true" /> : <CircleCheck className="s16" aria-hidden="true" />}
      {isOffline ? t.offline : t.online}
    </span>
    {onMenu && (
      <button type="button" className="iconbtn" aria-label={t.menu} onClick={onMenu}>
        <Menu className="ico" aria-hidden="true" />
      </button>
    )}
  </header>
)
