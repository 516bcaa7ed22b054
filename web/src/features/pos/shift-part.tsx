import type { Shift } from '@bitquay/contract/tills'
import type { PosState } from '@bitquay/contract/tills.pos'
import { type FormEvent, useState } from 'react'
import { formatTime } from '../../lib/format-date.ts'
import { formatPrice } from '../../lib/format-price.ts'
import type { TillCalls } from './call-till.ts'
import * as t from './messages.ts'
import { isComplete, noPin, PinFields } from './pin-fields.tsx'
import type { Outcome } from './send-call.ts'

type Props = { calls: TillCalls; state: PosState; onChanged: () => void }

/** The cashier's shift on this device. */
export const ShiftPart = ({ calls, state, onChanged }: Props) => {
  const [pin, setPin] = useState(noPin)
  const [said, setSaid] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { shift, cashiers, till } = state
  if (cashiers.length === 0 && !shift) return null
  const sumOf = ({ sales, total, tips }: Shift) =>
    t.shiftSum({ count: sales, total: formatPrice(total, till.currency), tips: formatPrice(tips, till.currency) })
  const run = async (call: Promise<Outcome<Shift>>, describe: (shift: Shift) => string | undefined) => {
    setBusy(true)
    const answer = await call
    setBusy(false)
    setPin(noPin)
    setSaid(answer.kind === 'ok' ? describe(answer.value) : (answer.message ?? t.notSaved))
    onChanged()
  }
  const open = (event: FormEvent) => {
    event.preventDefault()
    void run(calls.openShift(pin), () => undefined)
  }
  const close = () =>
    void run(calls.closeShift(), (closed) => t.shiftClosed({ cashier: closed.cashier, sum: sumOf(closed) }))
  return (
    <section className="menu-part stack gap-2" aria-label={t.shift}>
      {shift ? (
        <>
          <p className="lab flex between">
            <span>{t.shiftSince({ cashier: shift.cashier, time: formatTime(shift.openedAt) })}</span>
          </p>
          <p>{sumOf(shift)}</p>
          <button type="button" className="btn btn--line btn--big" disabled={busy} onClick={close}>
            {t.closeShift}
          </button>
        </>
      ) : (
        <form className="stack gap-2" onSubmit={open}>
          <PinFields cashiers={cashiers} value={pin} onChange={setPin} />
          <button type="submit" className="btn btn--line btn--big mt-3" disabled={busy || !isComplete(pin)}>
            {t.openShift}
          </button>
        </form>
      )}
      <p role="status">{said}</p>
    </section>
  )
}
