import type { Checkout } from '@bitquay/contract/checkout'
import { useEffect, useState } from 'react'
import { ContactButtons } from '../../frame/shop-page/shop-page.tsx'
import { formatDateTime } from '../../lib/format-date.ts'
import { pageLanguage } from '../../lib/language.ts'
import { ArrowIcon, FileIcon, PrintIcon } from '../../ui/shop-icons.tsx'
import { Step } from '../../ui/step.tsx'
import { sumOver, sumUnpaid } from './balance.ts'
import { Facts } from './facts.tsx'
import { leaveFor } from './leave-for.ts'
import * as t from './messages.ts'
import { NewPrice } from './new-price.tsx'
import { CanceledNote, Note } from './notes.tsx'
import { OverSum, UnpaidSum } from './part-sum.tsx'
import { type Phase, standing } from './phase.ts'
import { formatPrice } from './price.ts'
import { ReceiptForm } from './receipt-form.tsx'

export type PanelProps = { checkout: Checkout; phase: Phase; sentence: string }

/** What to do once nothing more is to be paid here. */
const Panel = ({ checkout, phase, sentence }: PanelProps) => {
  if (phase === 'paid' || phase === 'overpaid') return <Finish checkout={checkout} phase={phase} sentence={sentence} />
  const { storeName: store } = checkout
  const isUndecided = phase === 'paid-late' || phase === 'expired-part'
  return (
    <>
      <p className="lead">{sentence}</p>
      {phase === 'expired-part' && <UnpaidSum checkout={checkout} />}
      {isUndecided && (
        <div className="acts stack gap-2.5 mt-4">
          <ContactButtons shop={checkout} />
        </div>
      )}
      {phase === 'expired-part' && <WhatNext checkout={checkout} />}
      {phase === 'unpriced' || (phase === 'expired' && checkout.renewable) ? (
        <NewPrice invoiceId={checkout.invoiceId} call={phase === 'expired' ? 'new-price' : 'open'} />
      ) : (
        phase !== 'expired' &&
        (phase === 'expired-part' ? (
          <Details checkout={checkout} phase={phase} />
        ) : (
          <Facts checkout={checkout} phase={phase} />
        ))
      )}
      <div className="acts stack gap-2.5 mt-4">
        <WayBack checkout={checkout} />
        {isUndecided && (
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
          {checkout.refunded ? (
            <p className="lead">{sentence}</p>
          ) : (
            <Note title={t.askForRefund({ store })}>{t.overpaid({ store, amount: formatRefund(checkout) })}</Note>
          )}
        </>
      ) : (
        <p className="lead">{isMarked ? t.marked({ store }) : sentence}</p>
      )}
      <div className="acts stack gap-2.5 mt-4">
        {phase === 'overpaid' && <ContactButtons shop={checkout} />}
        <WayBack checkout={checkout} isMain={phase !== 'overpaid'} />
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
      <Details checkout={checkout} phase={phase} />
      <CanceledNote checkout={checkout} />
    </>
  )
}

const Details = (props: Pick<PanelProps, 'checkout' | 'phase'>) => (
  <details className="details">
    <summary>{t.paymentDetails}</summary>
    <Facts {...props} />
  </details>
)

/** What happened is solid, and what only the shop can do is dashed. */
const WhatNext = ({ checkout }: { checkout: Checkout }) => {
  const { currency, received } = sumUnpaid(checkout)
  const seenAt = standing(checkout).at(-1)?.seenAt
  return (
    <section className="what-next">
      <h2 className="text-base strong">{t.whatNext}</h2>
      <ol className="steps mt-3">
        <Step
          shape="solid"
          name={t.partArrived({ amount: formatPrice(received, currency) })}
          detail={seenAt ? formatDateTime(seenAt) : ''}
        />
        <Step shape="dashed" name={t.shopDecides({ store: checkout.storeName })} detail={t.shopMay} />
        <Step shape="dashed" name={t.refundByLink} detail={t.yourAddress} />
      </ol>
    </section>
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
  const { currency, refund } = sumOver(checkout)
  return formatPrice(refund, currency)
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
