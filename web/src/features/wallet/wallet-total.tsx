import type { getBalance, getLightningBalance } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import { fromSats, toCents, toSats } from '@bitquay/contract/money'
import type { ReactNode } from 'react'
import { brand } from '../../content/content.ts'
import { DataAge } from '../../frame/data-age.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { LoadBar, type LoadPart } from '../../ui/load-bar.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Converted, useBalance, useLightningBalance } from '../balances/index.ts'
import { LastSync } from './last-sync.tsx'
import * as t from './messages.ts'
import { splitTotal } from './split-total.ts'
import './wallet-total.css'

/** Everything that a merchant has here, who keeps it, and what it consists of. */
export const WalletTotal = ({ price }: { price: ReactNode }) => {
  const balance = useBalance()
  const lightning = useLightningBalance()
  return (
    <Card aria-label={t.everything} bare>
      {balance.data && lightning.data ? (
        <Loaded
          balance={balance.data}
          lightning={lightning.data}
          price={price}
          failedSince={balance.isError ? balance.dataUpdatedAt : undefined}
        />
      ) : (
        <div className="pad">
          {balance.isError || lightning.isError ? (
            <Notice kind="bad">{balance.isError ? t.balanceFailed : t.lightningFailed}</Notice>
          ) : (
            <SkeletonLines lines={6} />
          )}
        </div>
      )}
    </Card>
  )
}

type LoadedProps = {
  balance: Answer<typeof getBalance>
  lightning: Answer<typeof getLightningBalance>
  price: ReactNode
  failedSince: number | undefined
}

const Loaded = ({ balance, lightning, price, failedSince }: LoadedProps) => {
  const { parts, total, notInWallet } = splitTotal({ balance, lightning })
  const btc = fromSats(toSats(balance.btc) + toSats(lightning.btc) + toSats(lightning.heldBtc))
  const isOwn = lightning.node === 'own'
  const lines: { name: string; why: string; usd: string; look: LoadPart['look'] }[] = [
    { name: t.available, why: t.availableWhy, usd: parts.available, look: 'solid' },
    {
      name: t.onLightning,
      why: isOwn ? t.onOwnNode : t.onLightningWhy({ brand: brand.name }),
      usd: parts.onLightning,
      look: 'outlined',
    },
    ...(toCents(parts.held) > 0n
      ? [{ name: t.onHold, why: t.onHoldWhy, usd: parts.held, look: 'ribbed' as const }]
      : []),
    { name: t.notYet, why: t.notYetWhy, usd: parts.notYet, look: 'dashed' },
    {
      name: t.setAside,
      why: t.setAsideWhy({ fees: formatUsd(balance.feesOwedUsd) }),
      usd: parts.setAside,
      look: 'striped',
    },
  ]
  return (
    <div className="wallet-total stack halves">
      <div className="pad">
        <h2 className="stencil">{t.everything}</h2>
        <LeadFigure size="lg" length={formatUsd(total).length}>
          <Usd amount={total} />
        </LeadFigure>
        <div className="small muted mt-1 mb-4">
          <Btc amount={btc} /> <Converted btc={btc} />
        </div>
        <LoadBar
          legend="none"
          tall
          parts={lines.map(({ name, usd, look }) => ({ name, look, figure: usd, weight: Number(toCents(usd)) }))}
        />
        {price && <p className="small muted mt-3 mb-4">{price}</p>}
        <Sums
          rows={[
            { name: t.inWallet, value: <Usd amount={balance.usd} /> },
            { name: isOwn ? t.onYourNode : t.heldBy({ brand: brand.name }), value: <Usd amount={notInWallet} /> },
          ]}
        />
        <p className="small muted mt-3">{t.sidebar}</p>
        <LastSync asOf={balance.asOf} />
        <DataAge asOf={balance.asOf} stale={balance.stale} failedSince={failedSince} />
      </div>
      <div className="pad">
        <Sums
          rows={[
            ...lines.map(({ name, why, usd, look }) => ({
              name: (
                <span className="stack auto-rest">
                  <span className={`load-key ${look}`} aria-hidden="true" />
                  <span>
                    <span className="ink">{name}</span>
                    <small className="block small muted">{why}</small>
                  </span>
                </span>
              ),
              value: <Usd amount={usd} />,
            })),
            { name: t.total, value: <Usd amount={total} />, total: true },
          ]}
        />
      </div>
    </div>
  )
}
