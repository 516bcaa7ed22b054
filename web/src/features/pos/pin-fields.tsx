import type { TillCashier } from '@bitquay/contract/tills'
import { useId } from 'react'
import type { CashierPin } from './call-till.ts'
import * as t from './messages.ts'

type Props = { cashiers: readonly TillCashier[]; value: CashierPin; onChange: (value: CashierPin) => void }

export const noPin: CashierPin = { cashierId: 0, pin: '' }

export const isComplete = ({ cashierId, pin }: CashierPin) => cashierId > 0 && pin.length >= 6

/** Who it is, and their PIN. */
export const PinFields = ({ cashiers, value, onChange }: Props) => {
  const id = useId()
  return (
    <>
      <label className="lab flex between" htmlFor={`${id}-name`}>
        {t.cashier}
      </label>
      <select
        className="input"
        id={`${id}-name`}
        value={value.cashierId || ''}
        onChange={({ target }) => onChange({ ...value, cashierId: Number(target.value) })}
      >
        <option value="" disabled>
          {t.chooseCashier}
        </option>
        {cashiers.map((cashier) => (
          <option key={cashier.id} value={cashier.id}>
            {cashier.name}
          </option>
        ))}
      </select>
      <label className="lab flex between" htmlFor={`${id}-pin`}>
        {t.pin}
      </label>
      <input
        className="input"
        id={`${id}-pin`}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={value.pin}
        onChange={({ target }) => onChange({ ...value, pin: target.value.replace(/\D/g, '') })}
      />
    </>
  )
}
