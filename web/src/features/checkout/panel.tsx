import type { Checkout } from '@bitquay/contract/checkout'
import { useEffect, useState } from 'react'
import { pageLanguage } from '../../lib/language.ts'
import { formatBtc } from '../../ui/money-text.ts'
import { ArrowIcon, FileIcon, PrintIcon } from '../../ui/shop-icons.tsx'
import { sumOver } from './balance.ts'
import { Facts } from './facts.tsx'
import { leaveFor } from './leave-for.ts'
import * as t from './messages.ts'
import { NewPrice } from './new-price.tsx'
import { CanceledNote, Note } from './notes.tsx'
import { OverSum } from './part-sum.tsx'
import { type Phase, standing } from './phase.ts'
import { formatPrice } from './price.ts'
import { ReceiptForm } from './receipt-form.tsx'

export type PanelProps = { checkout: Checkout; phase: Phase; sentence: string }

/** What to do once nothing more is to be paid here. */
const Panel = ({ checkout, phase, sentence }: PanelProps) => {
  if (phase === 'paid' || phase === 'overpaid') return <Finish checkout={checkout} phase={phase} sentence={sentence} />
  const { storeName: store } = checkout
  return (
    <>
      <p className="lead">{sentence}</p>
      {phase === 'unpriced' || (phase === 'expired' && checkout.renewable) ? (
        <NewPrice invoiceId={checkout.invoiceId} call={phase === 'expired' ? 'new-price' : 'open'} />
      ) : (
        phase !== 'expired' && <Facts checkout={checkout} phase={phase} />
      )}
      <div className="acts stack gap-2.5 mt-4">
        <WayBack checkout={checkout} />
        {phase === 'paid-late' && (
          <button type="button" className="btn btn--line" onClick={() => print()}>
            <PrintIcon />
            {t.print}
          </button>
        )}
      </div>
      {(phase === 'expired' || phase === 'unpriced') && (
        <Note title={t.sentTitle}>{t.lateStillArrives({ store })}</Note>
      )}
      {phase === 'invalid' && standing(checkout).length > 0 && (
        <Note kind="wait" title={t.sentToInvalidTitle}>
          {t.sentToInvalid({ store })}
        </Note>
      )}
      <CanceledNote checkout={checkout} />
    </>
  )
}

/** Paid is not a dead end: back to the shop, and a receipt. A checkout link never carries a right to money. */
const Finish = ({ checkout, phase, sentence }: PanelProps) => {
  useReturn(checkout)
  const { storeName: store } = checkout
  const isMarked = checkout.additionalStatus === 'marked' && standing(checkout).length === 0
  return (
    <>
      {phase === 'overpaid' ? (
        <>
          <OverSum checkout={checkout} />
          <Note title={t.askForRefund({ store })}>{t.overpaid({ store, amount: formatRefund(checkout) })}</Note>
        </>
      ) : (
        <p className="lead">{isMarked ? t.marked({ store }) : sentence}</p>
      )}
      <div className="acts stack gap-2.5 mt-4">
        <WayBack checkout={checkout} isMain />
      </div>
      <ReceiptForm checkout={checkout} />
      <div className="acts stack gap-2.5 mt-4">
        <a
          className="btn btn--line"
          href={`/api/checkout/${encodeURIComponent(checkout.invoiceId)}/receipt?lang=${pageLanguage()}`}
          download
        >
          <FileIcon />
          {t.pdfReceipt}
        </a>
      </div>
      <details className="details">
        <summary>{t.paymentDetails}</summary>
        <Facts checkout={checkout} phase={phase} />
      </details>
      <CanceledNote checkout={checkout} />
    </>
  )
}

/** Long enough to see that it is paid. */
const seenMs = 3000

/** Goes back to the shop by itself, if the shop wants that. A page that was opened after the payment stays. */
const useReturn = ({ redirectAutomatically, redirectUrl, paidAt, now }: Checkout) => {
  const [isJustPaid] = useState(() => paidAt !== null && Date.parse(now) - Date.parse(paidAt) < 60_000)
  useEffect(() => {
    if (!redirectAutomatically || !redirectUrl || !isJustPaid) return
    const timer = setTimeout(() => leaveFor(redirectUrl), seenMs)
    return () => clearTimeout(timer)
  }, [redirectAutomatically, redirectUrl, isJustPaid])
}

const formatRefund = (checkout: Checkout) => {
  const { unit, refund } = sumOver(checkout)
  return unit === 'usd' ? formatPrice(refund, 'USD') : formatBtc(refund)
}

/** Where the shop wants its customer back. */
const WayBack = ({ checkout, isMain = false }: { checkout: Checkout; isMain?: boolean }) =>
  checkout.redirectUrl && (
    <a
      className={isMain ? 'btn btn--signal' : 'btn btn--line'}
      href={checkout.redirectUrl}
      target="_top"
      rel="noreferrer"
    >
      {t.returnTo({ store: checkout.storeName })}
      {isMain && <ArrowIcon />}
    </a>
  )

export default Panel
