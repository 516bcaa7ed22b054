import type { Answer } from '@bitquay/contract/call'
import type { getPartnerWallet } from '@bitquay/contract/partners'
import { ArrowLeftRight, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { fillMessage } from '../../lib/fill-message.ts'
import { formatTime } from '../../lib/format-date.ts'
import { BalanceFigure } from '../../ui/balance-figure.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { minimumWithdrawal } from './check-payout.ts'
import * as t from './messages.ts'
import { Uncollected } from './uncollected.tsx'
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
    title={t.availableBalance}
    note={note}
    usd={partner.availableUsd}
    btc={partner.availableBtc}
    notes={
      <>
        <Uncollected usd={partner.uncollectedUsd} />
        <PendingWithdrawals usd={partner.onItsWayUsd} btc={partner.onItsWayBtc} />
      </>
    }
  >
    <div className="earn-act flex wraps between gap-4 at-bottom">
      <p className="small muted">
        {partner.currentBalanceBtc.startsWith('-')
          ? t.negativeBalance
          : t.earnedInBitcoin({ minimum: minimumWithdrawal })}
      </p>
      <Button
        variant="signal"
        icon={<Send className="ico" aria-hidden="true" />}
        disabled={!isSome(partner.availableBtc) || partner.availableBtc.startsWith('-')}
        onClick={onWithdraw}
      >
        {t.withdrawBitcoin}
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

/** The wallet's card: the whole balance. The platform holds the coins until they are withdrawn. */
export const WalletBalanceCard = ({ wallet, note, failedSince }: WalletBalanceCardProps) => (
  <BalanceCard
    title={t.yourBalance}
    note={note}
    usd={wallet.usd}
    btc={wallet.btc}
    notes={
      <>
        <PendingWithdrawals usd={wallet.onItsWayUsd} btc={wallet.onItsWayBtc} />
        <Uncollected usd={wallet.uncollectedUsd} />
        {failedSince !== undefined && (
          <p className="small muted mt-2">{t.figuresFrom({ time: formatTime(new Date(failedSince)) })}</p>
        )}
        {wallet.configured ? null : (
          <div className="mt-5">
            <Notice kind="wait">{t.walletNotConfigured}</Notice>
          </div>
        )}
      </>
    }
  >
    <p className="small muted measure">{t.heldByPlatform}</p>
    <div className="mt-4 flex wraps gap-2">
      <ButtonLink variant="signal" to={portalPaths.partner.withdraw} icon={<Send className="ico" aria-hidden="true" />}>
        {t.withdraw}
      </ButtonLink>
      <ButtonLink to={portalPaths.partner.transactions} icon={<ArrowLeftRight className="ico" aria-hidden="true" />}>
        {t.transactions}
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
    <div className="column full-height">
      <BalanceFigure usd={usd} btc={btc} />
      {notes}
      <div className="at-foot">{children}</div>
    </div>
  </Card>
)

const PendingWithdrawals = ({ usd, btc }: { usd: string; btc: string }) =>
  isSome(btc) && (
    <p className="small muted mt-2">{fillMessage(t.pendingWithdrawals, { amount: <Usd amount={usd} /> })}</p>
  )

const isSome = (btc: string) => /[1-9]/.test(btc)
