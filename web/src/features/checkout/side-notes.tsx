import type { Checkout } from '@bitquay/contract/invoices'
import type { ReactNode } from 'react'
import { formatTime } from '../../lib/format-date.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatBtc } from '../../ui/money-text.ts'
import { InfoIcon, WarningIcon } from './icons.tsx'
import * as t from './messages.ts'
import { type Phase, standing } from './phase.ts'

/** What a customer should also know, whatever leads the page. */
export const SideNotes = ({ checkout, phase }: { checkout: Checkout; phase: Phase }) => {
  const { storeName: store, payments } = checkout
  const withdrawn = payments.length > standing(checkout).length
  const over = checkout.additionalStatus === 'paid-over' && checkout.amountBtc
  return (
    <>
      {over && (
        <Note title={t.overpaidTitle}>
          {t.overpaid({ paid: formatBtc(checkout.paidBtc), total: formatBtc(over), store })}
        </Note>
      )}
      {phase === 'expired' && <Note title={t.sentTitle}>{t.lateStillArrives({ store })}</Note>}
      {phase === 'paid' && checkout.additionalStatus === 'marked' && payments.length === 0 && (
        <Note title={t.markedTitle}>{t.marked({ store })}</Note>
      )}
      {phase === 'invalid' && standing(checkout).length > 0 && (
        <Note kind="wait" title={t.sentToInvalidTitle}>
          {t.sentToInvalid({ store })}
        </Note>
      )}
      {withdrawn && (
        <Note kind="wait" title={t.canceledTitle}>
          {t.canceled}
        </Note>
      )}
    </>
  )
}

/** Said when the page cannot see what happens: what is shown may be old. */
export const LostContact = ({ at }: { at: number }) => (
  <div className="gap" role="status">
    <Note kind="wait" title={t.offlineTitle}>
      {t.offline({ time: formatTime(new Date(at)) })}
    </Note>
  </div>
)

type NoteProps = { kind?: 'info' | 'wait'; title: string; children: ReactNode }

const Note = ({ kind = 'info', title, children }: NoteProps) => (
  <div className={classNames('notice gap', kind === 'wait' && 'notice--wait')}>
    {kind === 'wait' ? <WarningIcon /> : <InfoIcon />}
    <div>
      <span className="strong">{title}</span>
      <br />
      {children}
    </div>
  </div>
)
