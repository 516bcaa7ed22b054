import type { Language } from '@bitquay/contract/languages'
import type { Sale } from '@bitquay/contract/tills.pos'
import { type FormEvent, useEffect, useState } from 'react'
import { Price } from '../../frame/price.tsx'
import { formatTime } from '../../lib/format-date.ts'
import { formatPrice } from '../../lib/format-price.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import type { TillCalls } from './call-till.ts'
import { isZero } from './cart.ts'
import * as forCustomer from './customer/messages.ts'
import { PrintedReceipt } from './customer/printed-receipt.tsx'
import { writtenIn } from './customer/use-customer-language.ts'
import { Check, Printer } from './icons.tsx'
import * as t from './messages.ts'

type Props = {
  calls: TillCalls
  sale: Sale
  storeName: string
  footer: string | null
  language: Language
  onNew: () => void
}

const newSaleSeconds = 20

/** A field of green that is read from two meters away, then the receipt. */
export const PaidView = ({ calls, sale, storeName, footer, language, onNew }: Props) => {
  const [busy, setBusy] = useState(false)
  return (
    <main className="pos-paid stack phone-single grow">
      <div className="pos-flash" aria-hidden="true" />
      <PaidField sale={sale} language={language} />
      <div className="rc column gap-4.5">
        <h2>{t.receipt}</h2>
        {sale.checkoutLink && (
          <div className="rcq stack middle gap-4.5">
            <div className="qrcard">
              <QrCode text={sale.checkoutLink} label={t.receiptCode} />
            </div>
            <p>{t.receiptHint}</p>
          </div>
        )}
        <EmailReceipt calls={calls} saleId={sale.saleId} onBusy={() => setBusy(true)} />
        <button
          type="button"
          className="btn btn--line btn--block btn--big full"
          onClick={() => {
            setBusy(true)
            print()
          }}
        >
          <Printer className="ico" aria-hidden="true" />
          {t.printReceipt}
        </button>
        <div className="pos-foot stack gap-2.5">
          <button type="button" className="btn btn--signal btn--block btn--pos full" onClick={onNew}>
            {t.newSale}
          </button>
          {!busy && <Countdown onEnd={onNew} />}
        </div>
      </div>
      <PrintedReceipt sale={sale} storeName={storeName} footer={footer} language={language} />
    </main>
  )
}

const PaidField = ({ sale, language }: { sale: Sale; language: Language }) => {
  const time = formatTime(sale.paidAt ?? sale.now)
  const how =
    sale.paidBy === 'lightning' ? t.paidLightning({ time }) : sale.paidBy ? t.paidOnChain({ time }) : t.paidAt({ time })
  return (
    <div className="pos-done centered" role="status">
      <div>
        <div className="ring centered">
          <Check className="ico" aria-hidden="true" />
        </div>
        <h1 className="hull" {...writtenIn(language)}>
          {forCustomer.paid}
        </h1>
        <div className="money">
          <Price amount={sale.total} currency={sale.currency} language={language} />
        </div>
        <p>
          {how} {!isZero(sale.tip) && t.tipIncluded({ amount: formatPrice(sale.tip, sale.currency) })}
        </p>
        <div className="stackrow flex only-desk to-center" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  )
}

/** Stops as soon as someone is busy with the receipt. */
const Countdown = ({ onEnd }: { onEnd: () => void }) => {
  const [left, setLeft] = useState(newSaleSeconds)
  useEffect(() => {
    if (left === 0) return onEnd()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onEnd])
  return <p className="hint">{t.startsItself({ seconds: left })}</p>
}

type EmailProps = { calls: TillCalls; saleId: string; onBusy: () => void }

const EmailReceipt = ({ calls, saleId, onBusy }: EmailProps) => {
  const [email, setEmail] = useState('')
  const [said, setSaid] = useState<string>()
  const [sending, setSending] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    const answer = await calls.emailReceipt(saleId, email)
    setSending(false)
    if (answer.kind === 'ok') {
      setSaid(t.receiptSent({ email }))
      setEmail('')
    } else setSaid(answer.message ?? t.noAnswer)
  }
  return (
    <form className="em stack gap-2" onSubmit={(event) => void send(event)}>
      <input
        className="input"
        type="email"
        required
        aria-label={t.customerEmail}
        placeholder={t.customerEmail}
        autoComplete="off"
        value={email}
        onFocus={onBusy}
        onChange={({ target }) => setEmail(target.value)}
      />
      <button type="submit" className="btn btn--line btn--big" disabled={sending}>
        {t.send}
      </button>
      <p className="said span-all" role="status">
        {said}
      </p>
    </form>
  )
}
