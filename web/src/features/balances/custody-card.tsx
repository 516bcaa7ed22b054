import { KeyRound, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import './custody-card.css'
import type { Wallet } from './wallet-card.tsx'

/** Who holds the keys to what, without softening. */
type CustodyProps = Pick<Wallet, 'lightning' | 'lightningAvailable'> & { ownServer: boolean }

export const CustodyCard = ({ lightning, lightningAvailable, ownServer }: CustodyProps) => (
  <Card title="Who holds the keys" span={7} bare aria-label="Who holds the keys">
    <ul className="rows custody">
      <Line
        icon={<KeyRound className="ico" aria-hidden="true" />}
        name="On-chain balance"
        badge={<Badge shape="solid">Non-custodial</Badge>}
      >
        These coins are in your own wallet: whoever has its recovery words can spend them, with or without us.{' '}
        {ownServer ? 'Your BTCPay Server' : 'The payment server'} keeps a key of it to sign the withdrawals that you ask
        for. Platform fees are set aside in it until they are collected.
      </Line>
      <Line
        icon={<Zap className="ico" aria-hidden="true" />}
        name="Lightning balance"
        badge={lightningBadge[lightning]}
      >
        {lightningText[lightning]}
        {lightning !== 'none' && !lightningAvailable && (
          <>
            {' '}
            <strong>Lightning is unavailable right now.</strong> New invoices can only be paid on-chain. Your balance is
            not affected.
          </>
        )}
      </Line>
    </ul>
  </Card>
)

const lightningBadge: Record<Wallet['lightning'], ReactNode> = {
  shared: <Badge shape="dashed">Custodial</Badge>,
  own: <Badge shape="solid">Non-custodial</Badge>,
  none: <Badge shape="open">Not in use</Badge>,
}

const lightningText: Record<Wallet['lightning'], string> = {
  shared:
    'Lightning payments arrive on a node that all merchants share. We hold this balance for you until you loop it out to your own wallet.',
  own: 'Lightning payments arrive on your own node. We never hold them.',
  none: 'Your store takes no Lightning payments.',
}

type LineProps = { icon: ReactNode; name: string; badge: ReactNode; children: ReactNode }

const Line = ({ icon, name, badge, children }: LineProps) => (
  <li>
    {icon}
    <div>
      <div className="head-line">
        <span className="strong">{name}</span>
        {badge}
      </div>
      <p className="muted mt-1">{children}</p>
    </div>
  </li>
)
