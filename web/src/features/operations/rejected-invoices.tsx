import { formatDateTime } from '../../lib/format-date.ts'
import { Card } from '../../ui/card.tsx'
import * as t from './messages.ts'
import type { System } from './use-system.ts'

/** Merchants see a short error. Admins see BTCPay's own. */
export const RejectedInvoices = ({ invoices }: { invoices: System['refusedInvoices'] }) => {
  if (invoices.length === 0) return null
  return (
    <Card title={t.rejectedInvoices} note={t.lastDay} bare aria-label={t.rejectedInvoices}>
      <ul className="stuck grow lined">
        {invoices.map(({ id, storeName, detail, at }) => (
          <li className="stack middle gap-y-2 gap-x-4" key={id}>
            <div>
              <div className="strong">{storeName}</div>
              <div className="small muted">{formatDateTime(at)}</div>
              <pre className="engine-words mono small text-bad breaks mt-2 as-typed">{detail}</pre>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
