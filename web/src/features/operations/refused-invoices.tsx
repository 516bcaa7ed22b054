import { formatDateTime } from '../../lib/format-date.ts'
import { Card } from '../../ui/card.tsx'
import type { System } from './use-system.ts'

/** Merchants read a short sentence; what BTCPay really said is here. */
export const RefusedInvoices = ({ invoices }: { invoices: System['refusedInvoices'] }) => {
  if (invoices.length === 0) return null
  return (
    <Card title="Refused invoices" note="last 24 hours" bare aria-label="Refused invoices">
      <ul className="stuck">
        {invoices.map(({ id, storeName, detail, at }) => (
          <li key={id}>
            <div>
              <div className="strong">{storeName}</div>
              <div className="small muted">{formatDateTime(at)}</div>
              <pre className="engine-words mono small">{detail}</pre>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
