import { formatDateTime } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Block } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import type { DetailedInvoice } from './invoice-payments.tsx'
import { timelineOf } from './invoice-timeline.ts'
import './invoice-timeline.css'

type InvoiceTimelineProps = { invoice: DetailedInvoice; className?: string | undefined }

export const InvoiceTimeline = ({ invoice, className }: InvoiceTimelineProps) => {
  const now = useNow()
  return (
    <Card title="Timeline" span={5} className={className} aria-label="Timeline">
      <ol className="timeline">
        {timelineOf(invoice, now).map(({ at, text, shape }) => (
          <li key={`${text}-${at}`} className={shape}>
            <Block shape={shape} />
            <div>
              <div className="strong">{text}</div>
              {at && <div className="small quiet">{formatDateTime(at)}</div>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
