import type { Language } from '@bitquay/contract/languages'
import type { Sale } from '@bitquay/contract/tills.pos'
import { useState } from 'react'
import { Price } from '../../frame/price.tsx'
import { useNow } from '../../lib/use-now.ts'
import { Btc } from '../../ui/figures.tsx'
import { formatBtc } from '../../ui/money-text.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import * as forCustomer from './customer/messages.ts'
import { writtenIn } from './customer/use-customer-language.ts'
import { Monitor } from './icons.tsx'
import * as t from './messages.ts'
import { SaleLines } from './sale-lines.tsx'
import { writeTimeLeft } from './time-left.ts'

type Props = {
  slug: string
  /** Undefined until the server has answered. */
  sale: Sale | undefined
  total: { amount: string; currency: string }
  isLost: boolean
  /** The customer's, who looks at the code. */
  language: Language
  onCancel: () => Promise<void>
  onNew: () => void
}

/** The code as large as the screen allows, and what state the sale is in. */
export const ChargeView = ({ slug, sale, total, isLost, language, onCancel, onNew }: Props) => {
  const [canceling, setCanceling] = useState(false)
  const cancel = async () => {
    setCanceling(true)
    await onCancel()
    setCanceling(false)
  }
  const isReceived = sale?.status === 'confirming'
  return (
    <main className="pos-code stack grow">
      <div className="pic centered">
        <div className="qrcard phone-full" {...writtenIn(language)}>
          {sale?.qrCodeData && !isReceived ? (
            <QrCode text={sale.qrCodeData} label={forCustomer.paymentCode} correction="L" />
          ) : (
            <div className="qr blank stack gap-1.5" />
          )}
          <p className="cap" role="status">
            {describe(sale, isLost)}
          </p>
        </div>
      </div>
      <div className="inf column gap-5">
        <div className="due" {...writtenIn(language)}>
          <h1 className="stencil">{forCustomer.total}</h1>
          <div className="money">
            <Price amount={total.amount} currency={total.currency} language={language} />
          </div>
          <div className="flex between text-md muted gap-2">
            {sale?.amountBtc ? <Btc amount={sale.amountBtc} /> : <span className="btc">{'\u00a0'}</span>}
            {sale && !isReceived && <TimeLeft sale={sale} />}
          </div>
        </div>
        {isLost && (
          <p className="notice tone-wait" role="alert">
            {sale ? t.lostPoll : t.lost}
          </p>
        )}
        {isReceived && <p className="hint">{t.confirmingHint}</p>}
        {sale && <SaleLines sale={sale} language={language} />}
        <div className="pos-foot stack gap-2.5">
          <a className="btn btn--line btn--big" href={`/pos/${slug}/display`} target="_blank" rel="noreferrer">
            <Monitor className="ico" aria-hidden="true" />
            {t.customerDisplay}
          </a>
          {isReceived ? (
            <button type="button" className="btn btn--signal btn--big" onClick={onNew}>
              {t.newSale}
            </button>
          ) : (
            <button type="button" className="btn btn--line btn--big" disabled={canceling} onClick={() => void cancel()}>
              {t.cancelSale}
            </button>
          )}
        </div>
      </div>
    </main>
  )
}

const describe = (sale: Sale | undefined, isLost: boolean) => {
  if (!sale || sale.status === 'creating') return isLost ? forCustomer.noNetwork : forCustomer.creating
  if (sale.status === 'confirming') return forCustomer.received
  if (sale.status === 'partially-paid') return forCustomer.partPaid({ amount: formatBtc(sale.dueBtc ?? '0') })
  return forCustomer.waiting
}

const TimeLeft = ({ sale }: { sale: Sale }) => {
  const [aheadMs] = useState(() => Date.parse(sale.now) - Date.now())
  const now = useNow(1000)
  if (!sale.expiresAt) return null
  return (
    <span className="left">
      {forCustomer.payWithin}{' '}
      <b className="ink text-base" role="timer">
        {writeTimeLeft(Date.parse(sale.expiresAt) - now.getTime() - aheadMs)}
      </b>
    </span>
  )
}
