import type { Sale } from '@bitquay/contract/tills.pos'
import { Price } from '../../frame/price.tsx'
import * as t from './messages.ts'

type Props = { sale: Sale; onNew: () => void }

const words: Partial<Record<Sale['status'], { title: string; hint: string }>> = {
  expired: { title: t.expired, hint: t.expiredHint },
  'paid-late': { title: t.paidLate, hint: t.paidLateHint },
  canceled: { title: t.canceled, hint: t.canceledHint },
}

/** A sale that ended without a payment in time. */
export const OverView = ({ sale, onNew }: Props) => {
  const { title, hint } = words[sale.status] ?? { title: t.invalid, hint: t.invalidHint }
  return (
    <main className="pos-over across text-base gap-3">
      <h1 className="hull">{title}</h1>
      <div className="money">
        <Price amount={sale.total} currency={sale.currency} />
      </div>
      <p className="measure" role="status">
        {hint}
      </p>
      <button type="button" className="btn btn--signal btn--block btn--pos full" onClick={onNew}>
        {t.newSale}
      </button>
    </main>
  )
}
