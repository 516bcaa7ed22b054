import type { getBalance, getLightningBalance } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import { fromCents, toCents } from '@bitquay/contract/money'
import { Link2, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { DataAge } from '../../frame/data-age.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import {
  BalanceSplit,
  Converted,
  CustodyBadge,
  LightningBody,
  useBalance,
  useLightningBalance,
} from '../balances/index.ts'
import { loopOutMinimumUsd } from '../loop-out/index.ts'
import { LastSync } from './last-sync.tsx'
import * as t from './messages.ts'
import './wallet-balances.css'

/** On-chain and Lightning side by side, and their sum on the quay line. */
export const WalletBalances = ({ price }: { price: ReactNode }) => {
  const balance = useBalance()
  const lightning = useLightningBalance()
  return (
    <section className="card wallet-balances stack" aria-label={t.walletLabel}>
      <section aria-label={t.onChainBalance}>
        <Head icon={<Link2 className="ico muted" aria-hidden="true" />} title={t.onChainBalance}>
          <Badge shape="solid">{t.yourWallet}</Badge>
        </Head>
        {balance.data ? (
          <OnChain balance={balance.data} failedSince={balance.isError ? balance.dataUpdatedAt : undefined} />
        ) : balance.isError ? (
          <Notice kind="bad">{t.balanceFailed}</Notice>
        ) : (
          <SkeletonLines lines={4} />
        )}
      </section>
      <section aria-label={t.lightningBalance}>
        <Head icon={<Zap className="ico muted" aria-hidden="true" />} title={t.lightningBalance}>
          {lightning.data && <CustodyBadge node={lightning.data.node} />}
        </Head>
        {lightning.data ? (
          <Lightning lightning={lightning.data} />
        ) : lightning.isError ? (
          <Notice kind="bad">{t.lightningFailed}</Notice>
        ) : (
          <SkeletonLines lines={4} />
        )}
      </section>
      <div className="both flex wraps on-baseline gap-y-1 gap-x-3 span-all">
        <span>{t.total}</span>
        <span className="money text-xl">
          <Usd
            amount={
              balance.data && lightning.data && addUsd(balance.data.usd, lightning.data.usd, lightning.data.heldUsd)
            }
          />
        </span>
        {price}
      </div>
    </section>
  )
}

const Head = ({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) => (
  <div className="title cluster">
    {icon}
    <h2 className="text-base strong">{title}</h2>
    {children}
  </div>
)

type OnChainProps = { balance: Answer<typeof getBalance>; failedSince: number | undefined }

const OnChain = ({ balance, failedSince }: OnChainProps) => (
  <>
    <LeadFigure size="md" length={formatUsd(balance.usd).length}>
      <Usd amount={balance.usd} />
    </LeadFigure>
    <div className="small muted mt-1 mb-4">
      <Btc amount={balance.btc} /> <Converted btc={balance.btc} />
    </div>
    <BalanceSplit balance={balance} />
    <LastSync asOf={balance.asOf} />
    <DataAge asOf={balance.asOf} stale={balance.stale} failedSince={failedSince} />
  </>
)

const Lightning = ({ lightning }: { lightning: Answer<typeof getLightningBalance> }) => (
  <>
    <LightningBody lightning={lightning} />
    <p className="needed flex between small muted gap-4 mt-2">
      <span>{t.neededToLoopOut}</span>
      <Usd amount={loopOutMinimumUsd} />
    </p>
  </>
)

const addUsd = (...amounts: string[]) => fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0n))
