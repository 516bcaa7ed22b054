import { formatPercent } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import './how-it-works.css'
import * as t from './messages.ts'

type HowItWorksProps = {
  /** By the current schedule. The platform's part includes the merchant's markup. */
  fees:
    | { platformPercent: number; partnerPercent: number; withdrawalPercent: number; keptOfHundredUsd: string }
    | undefined
}

/** What happens between the button and the customer's wallet, and what it costs. */
export const HowItWorks = ({ fees }: HowItWorksProps) => (
  <Card title={t.how} aria-label={t.how}>
    <ol className="how-steps stack gap-2.5">
      <li className="stack small muted gap-2">{t.howChecked}</li>
      <li className="stack small muted gap-2">{t.howOnce}</li>
      <li className="stack small muted gap-2">{t.howPending}</li>
      {fees && (
        <li className="stack small muted gap-2">
          {t.howFees({
            withdrawal: formatPercent(fees.withdrawalPercent),
            deposit: formatPercent(fees.platformPercent + fees.partnerPercent),
            platform: formatPercent(fees.platformPercent),
            partners: formatPercent(fees.partnerPercent),
            kept: `$${fees.keptOfHundredUsd}`,
          })}
        </li>
      )}
    </ol>
  </Card>
)
