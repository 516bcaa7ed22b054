import type { Checkout } from '@bitquay/contract/checkout'
import type { ReactNode } from 'react'
import { formatTime } from '../../lib/format-date.ts'
import { InfoIcon, WarningIcon } from '../../ui/shop-icons.tsx'
import * as t from './messages.ts'
import { standing } from './phase.ts'

type NoteProps = { kind?: 'info' | 'wait'; title: string; children: ReactNode }

/** What a customer should also know, in every state of the page. */
export const Note = ({ kind = 'info', title, children }: NoteProps) => (
  <div className={kind === 'wait' ? 'notice tone-wait' : 'notice tone-info'}>
    {kind === 'wait' ? <WarningIcon /> : <InfoIcon />}
    <div>
      <span className="strong">{title}</span>
      <br />
      {children}
    </div>
  </div>
)

/** A payment that its sender replaced before it confirmed. */
export const CanceledNote = ({ checkout }: { checkout: Checkout }) =>
  checkout.payments.length > standing(checkout).length ? (
    <Note kind="wait" title={t.canceledTitle}>
      {t.canceled}
    </Note>
  ) : null

/** Shown when the page cannot see what happens, or the server can't save it: what is shown may be old. */
export const OldReading = ({ title, at }: { title: string; at: Date }) => (
  <div className="pay-offline" role="status">
    <Note kind="wait" title={title}>
      {t.offline({ time: formatTime(at) })}
    </Note>
  </div>
)
