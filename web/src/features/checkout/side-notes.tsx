import type { Checkout } from '@bitquay/contract/invoices'
import type { ReactNode } from 'react'
import { formatTime } from '../../lib/format-date.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatBtc } from '../../ui/money-text.ts'
import { InfoIcon, WarningIcon } from './icons.tsx'
import { type Phase, standing } from './phase.ts'

/** What a customer should also know, whatever leads the page. */
export const SideNotes = ({ checkout, phase }: { checkout: Checkout; phase: Phase }) => {
  const { storeName: store, payments } = checkout
  const withdrawn = payments.length > standing(checkout).length
  const over = checkout.additionalStatus === 'paid-over' && checkout.amountBtc
  return (
    <>
      {over && (
        <Note title="You paid more than was asked">
          {formatBtc(checkout.paidBtc)} arrived, {formatBtc(over)} was asked for. {store} can refund the difference: ask
          them, and give them the invoice number below.
        </Note>
      )}
      {phase === 'expired' && (
        <Note title="Already sent it?">
          A late payment still reaches {store}. It will be shown here once it is seen.
        </Note>
      )}
      {phase === 'paid' && checkout.additionalStatus === 'marked' && payments.length === 0 && (
        <Note title={`Settled by ${store}`}>
          No payment came through this page; {store} marked the invoice as paid.
        </Note>
      )}
      {phase === 'invalid' && standing(checkout).length > 0 && (
        <Note kind="wait" title="You sent something?">
          What you sent has reached {store}. Ask them about it, and give them the invoice number below.
        </Note>
      )}
      {withdrawn && (
        <Note kind="wait" title="A payment was withdrawn">
          The sender replaced it before a block confirmed it, so it does not count.
        </Note>
      )}
    </>
  )
}

/** Said when the page cannot see what happens: what is shown may be old. */
export const LostContact = ({ at }: { at: number }) => (
  <div className="gap" role="status">
    <Note kind="wait" title="No connection">
      What you see is from {formatTime(new Date(at))}. Trying again by itself; a payment you have sent is not lost.
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
