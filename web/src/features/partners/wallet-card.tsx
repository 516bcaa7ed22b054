import type { Answer } from '@bitquay/contract/call'
import type { getPartnerWallet } from '@bitquay/contract/partners'
import { ArrowLeftRight, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../lib/format-date.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'

export type PartnerWallet = Answer<typeof getPartnerWallet>

type WalletCardProps = {
  wallet: PartnerWallet
  note: ReactNode
  /** When it was last read, where reading fails since. */
  failedSince: number | undefined
}

/** The partner's own balance; the coins are the platform's until they are withdrawn. */
export const PartnerWalletCard = ({ wallet, note, failedSince }: WalletCardProps) => (
  <Card title="Your balance" note={note} span={7} aria-label="Your balance">
    <div className="flex h-full flex-col">
      <LeadFigure length={formatUsd(wallet.usd).length}>
        <Usd amount={wallet.usd} />
      </LeadFigure>
      <div className="mt-1.5 text-lg text-ink-2">
        <Btc amount={wallet.btc} />
      </div>
      {/[1-9]/.test(wallet.onItsWayBtc) && (
        <p className="small muted mt-2">
          and <Usd amount={wallet.onItsWayUsd} /> on its way out
        </p>
      )}
      {/[1-9]/.test(wallet.uncollectedBtc) && (
        <p className="small muted mt-2">
          Not collected yet: <Usd amount={wallet.uncollectedUsd} />. You can withdraw it once the merchants’ fees have
          reached the platform wallet.
        </p>
      )}
      {failedSince !== undefined && (
        <p className="small muted mt-2">Figures from {formatTime(new Date(failedSince))}</p>
      )}
      {wallet.configured ? null : (
        <div className="mt-5">
          <Notice kind="wait">Platform wallet not configured. Contact admin for setup.</Notice>
        </div>
      )}
      <p className="small muted mt-auto max-w-md pt-6">
        Owed to you in bitcoin, fixed when each payment was booked. The coins are in the platform’s wallet until you
        withdraw them; then they are yours alone.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <ButtonLink variant="signal" to="/partner/withdraw" icon={<Send className="ico" aria-hidden="true" />}>
          Withdraw
        </ButtonLink>
        <ButtonLink to="/partner/transactions" icon={<ArrowLeftRight className="ico" aria-hidden="true" />}>
          Transactions
        </ButtonLink>
      </div>
    </div>
  </Card>
)
