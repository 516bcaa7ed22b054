import type { getWallet } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import type { ReactNode } from 'react'
import { BalanceFigure } from '../../ui/balance-figure.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { DataAge } from './data-age.tsx'

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
    <div className="mb-4">
      <BalanceFigure usd={wallet.usd} btc={wallet.btc} />
    </div>
    <CopyRow label="Wallet name" text={wallet.name}>
      <div className="strong">{wallet.name}</div>
    </CopyRow>
    <CopyRow label="Wallet ID" text={wallet.id} />
    <DataAge asOf={wallet.asOf} stale={wallet.stale} failedSince={failedSince} />
  </Card>
)
