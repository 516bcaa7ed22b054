import type { getWallet } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { FiguresAge } from './figures-age.tsx'

export type Wallet = Answer<typeof getWallet>

type WalletCardProps = {
  wallet: Wallet
  /** When it was last read, where reading fails since. */
  failedSince: number | undefined
  note: ReactNode
}

/** The live balance, and which wallet it is. */
export const WalletCard = ({ wallet, failedSince, note }: WalletCardProps) => (
  <Card title="Live balance" note={note} span={7} aria-label="Live balance">
    <LeadFigure length={formatUsd(wallet.usd).length}>
      <Usd amount={wallet.usd} />
    </LeadFigure>
    <div className="mt-1.5 mb-4 text-lg text-ink-2">
      <Btc amount={wallet.btc} />
    </div>
    <CopyRow label="Wallet name" text={wallet.name}>
      <div className="strong">{wallet.name}</div>
    </CopyRow>
    <CopyRow label="Wallet ID" text={wallet.id} />
    <FiguresAge asOf={wallet.asOf} stale={wallet.stale} failedSince={failedSince} />
  </Card>
)
