import type { Answer } from '@bitquay/contract/call'
import type { getPartnerWallet } from '@bitquay/contract/partners'
import { ArrowLeftRight, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatTime } from '../../lib/format-date.ts'
import { BalanceFigure } from '../../ui/balance-figure.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PartnerDashboard } from './use-partner.ts'

type AvailableBalanceCardProps = {
  partner: PartnerDashboard['partner']
  /** Such as the price it is converted at. */
  note: ReactNode
  onWithdraw: () => void
}

/** The dashboard's card: what can be withdrawn. */
export const AvailableBalanceCard = ({ partner, note, onWithdraw }: AvailableBalanceCardProps) => (
  <BalanceCard
    title="Available Balance"
    note={note}
    usd={partner.availableUsd}
    btc={partner.availableBtc}
    notes={
      <>
        <Uncollected usd={partner.uncollectedUsd} btc={partner.uncollectedBtc} />
        <OnItsWay usd={partner.onItsWayUsd} btc={partner.onItsWayBtc} />
      </>
    }
  >
    <div className="earn-act">
      <p className="small muted">
        {partner.currentBalanceBtc.startsWith('-')
          ? 'Payments that you earned from were undone by the network after you withdrew. New earnings make up for it first.'
          : 'Owed to you in bitcoin, fixed when each payment was booked. Minimum withdrawal $1.00.'}
      </p>
      <Button
        variant="signal"
        icon={<Send className="ico" aria-hidden="true" />}
        disabled={!isSome(partner.availableBtc) || partner.availableBtc.startsWith('-')}
        onClick={onWithdraw}
      >
        Withdraw Bitcoin
      </Button>
    </div>
  </BalanceCard>
)

type WalletBalanceCardProps = {
  wallet: Answer<typeof getPartnerWallet>
  note: ReactNode
  /** When the figures were last loaded, if loading has failed since. */
  failedSince: number | undefined
}

/** The wallet's card: the whole balance. The coins are the platform's until they are withdrawn. */
export const WalletBalanceCard = ({ wallet, note, failedSince }: WalletBalanceCardProps) => (
  <BalanceCard
    title="Your balance"
    note={note}
    usd={wallet.usd}
    btc={wallet.btc}
    notes={
      <>
        <OnItsWay usd={wallet.onItsWayUsd} btc={wallet.onItsWayBtc} />
        <Uncollected usd={wallet.uncollectedUsd} btc={wallet.uncollectedBtc} />
        {failedSince !== undefined && (
          <p className="small muted mt-2">Figures from {formatTime(new Date(failedSince))}</p>
        )}
        {wallet.configured ? null : (
          <div className="mt-5">
            <Notice kind="wait">Platform wallet not configured. Contact admin for setup.</Notice>
          </div>
        )}
      </>
    }
  >
    <p className="small muted max-w-md">
      Owed to you in bitcoin, fixed when each payment was booked. The coins are in the platform’s wallet until you
      withdraw them; then they are yours alone.
    </p>
    <div className="mt-4 flex flex-wrap gap-2">
      <ButtonLink variant="signal" to={portalPaths.partner.withdraw} icon={<Send className="ico" aria-hidden="true" />}>
        Withdraw
      </ButtonLink>
      <ButtonLink to={portalPaths.partner.transactions} icon={<ArrowLeftRight className="ico" aria-hidden="true" />}>
        Transactions
      </ButtonLink>
    </div>
  </BalanceCard>
)

type BalanceCardProps = {
  title: string
  note: ReactNode
  usd: string
  btc: string
  /** Below the figures: what is not part of them. */
  notes: ReactNode
  /** At the foot of the card: what the balance is, and what can be done with it. */
  children: ReactNode
}

const BalanceCard = ({ title, note, usd, btc, notes, children }: BalanceCardProps) => (
  <Card title={title} note={note} span={7} aria-label={title}>
    <div className="flex h-full flex-col">
      <BalanceFigure usd={usd} btc={btc} />
      {notes}
      <div className="mt-auto pt-6">{children}</div>
    </div>
  </Card>
)

const OnItsWay = ({ usd, btc }: { usd: string; btc: string }) =>
  isSome(btc) && (
    <p className="small muted mt-2">
      and <Usd amount={usd} /> on its way out
    </p>
  )

const Uncollected = ({ usd, btc }: { usd: string; btc: string }) =>
  isSome(btc) && (
    <p className="small muted mt-2">
      Not collected yet: <Usd amount={usd} />. You can withdraw it once the merchants’ fees have reached the platform
      wallet.
    </p>
  )

const isSome = (btc: string) => /[1-9]/.test(btc)
