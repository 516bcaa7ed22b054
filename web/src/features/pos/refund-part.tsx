import type { PosState, Sale } from '@bitquay/contract/tills.pos'
import { type FormEvent, useId, useState } from 'react'
import { formatPrice } from '../../lib/format-price.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import type { TillCalls } from './call-till.ts'
import * as t from './messages.ts'
import { isComplete, noPin, PinFields } from './pin-fields.tsx'

type Props = { calls: TillCalls; state: PosState; sale: Sale; onChanged: () => void }

/** Requests a refund with a PIN. Within the device's limit the customer can claim it at once. */
export const RefundPart = ({ calls, state, sale, onChanged }: Props) => {
  const id = useId()
  const [pin, setPin] = useState(noPin)
  const [amount, setAmount] = useState(sale.total)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string>()
  const [outcome, setOutcome] = useState<{ claimLink: string | null }>()
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const answer = await calls.refund(sale.saleId, { ...pin, amount, ...(reason ? { reason } : {}) })
    setBusy(false)
    setPin(noPin)
    if (answer.kind === 'ok') setOutcome(answer.value)
    setSaid(
      answer.kind === 'ok'
        ? answer.value.claimLink
          ? t.refundApproved
          : t.refundRequested
        : (answer.message ?? t.notSaved),
    )
    onChanged()
  }
  const blocked = state.device.refundsLocked ? t.refundsLocked : state.cashiers.length === 0 ? t.noCashiers : undefined
  return (
    <section className="menu-part stack gap-2" aria-label={t.refund}>
      <h2 className="text-xl">{t.refundOf({ amount: formatPrice(sale.total, sale.currency) })}</h2>
      {blocked && !outcome && <p role="note">{blocked}</p>}
      {outcome?.claimLink && (
        <div className="qrcard">
          <QrCode text={outcome.claimLink} label={t.claimCode} />
        </div>
      )}
      {!blocked && !outcome && (
        <form className="stack gap-2" onSubmit={(event) => void send(event)}>
          <label className="lab flex between" htmlFor={`${id}-amount`}>
            {t.refundAmount}
          </label>
          <input
            className="input"
            id={`${id}-amount`}
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
          <label className="lab flex between" htmlFor={`${id}-reason`}>
            {t.refundReason} <span className="hint">{t.optional}</span>
          </label>
          <input
            className="input"
            id={`${id}-reason`}
            maxLength={200}
            autoComplete="off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <PinFields cashiers={state.cashiers} value={pin} onChange={setPin} />
          <button type="submit" className="btn btn--line btn--big mt-3" disabled={busy || !isComplete(pin)}>
            {t.requestRefund}
          </button>
        </form>
      )}
      <p role="status">{said}</p>
    </section>
  )
}
