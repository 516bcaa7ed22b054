import { useState } from 'react'
import { formatDateTime } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatBtc } from '../../../ui/money-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Txid } from '../money/match-row.tsx'
import { ReviewRow } from '../review-section.tsx'
import { ExplainDialog } from './explain-dialog.tsx'
import * as t from './messages.ts'
import { type Spending, useSpendings } from './use-spendings.ts'
import '../restores.css'

/** What left the platform's wallet without a record. It pauses what this wallet pays, so it is drawn only if there is any. */
export const SpendingsCard = () => {
  const { data } = useSpendings()
  const [open, setOpen] = useState<Spending>()
  if (!data || data.spendings.length === 0) return null
  return (
    <Card bare title={t.title} aria-label={t.title} className="review-section">
      <Notice kind="wait">
        <b>{t.paused({ waiting: data.waiting })}</b>
        <p>{t.stolen}</p>
      </Notice>
      {data.spendings.map((spending) => (
        <ReviewRow
          key={spending.txid}
          title={<Txid txid={spending.txid} />}
          line={t.left({ amount: formatBtc(spending.amountBtc), date: formatDateTime(spending.seenAt) })}
          isDecided={false}
          acts={
            <Button
              size="sm"
              aria-label={t.explainNamed({ txid: spending.txid.slice(0, 12) })}
              onClick={() => setOpen(spending)}
            >
              {t.explain}
            </Button>
          }
        />
      ))}
      {open && <ExplainDialog spending={open} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}
