import { formatPercent } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import './how-it-works.css'

type HowItWorksProps = {
  /** By the current schedule. The platform's part includes the merchant's markup. */
  fees:
    | { platformPercent: number; partnerPercent: number; withdrawalPercent: number; keptOfHundredUsd: string }
    | undefined
}

/** What happens between the button and the customer's wallet, and what it costs. */
export const HowItWorks = ({ fees }: HowItWorksProps) => (
  <Card title="How this works" aria-label="How this works">
    <ol className="how-steps">
      <li>We check the address, the amount and your 2FA code.</li>
      <li>
        Your wallet signs one transaction. If anything interrupts it, the same one is sent again, so your customer is
        paid once.
      </li>
      <li>It shows as Pending until the first confirmation, usually within 10 minutes.</li>
      {fees && (
        <li>
          {`Withdrawal fee ${formatPercent(fees.withdrawalPercent)}; the network fee comes on top. `}
          {`Deposit fee ${formatPercent(fees.platformPercent + fees.partnerPercent)} in total, platform ${formatPercent(fees.platformPercent)} and partners ${formatPercent(fees.partnerPercent)}: a $100 payment leaves $${fees.keptOfHundredUsd} to send.`}
        </li>
      )}
    </ol>
  </Card>
)
