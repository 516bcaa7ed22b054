import { KeyRound, Lock, LockOpen, Server, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { platformBrand } from '../../content/platform-brand.ts'
import { Card } from '../../ui/card.tsx'
import './custody-card.css'
import * as t from './messages.ts'
import type { Wallet } from './use-wallet.ts'

type CustodyCardProps = Pick<Wallet, 'lightning' | 'lightningAvailable' | 'recoveryWords'>

/** Who holds the keys to what. */
export const CustodyCard = ({ lightning, lightningAvailable, recoveryWords }: CustodyCardProps) => {
  const ownServer = recoveryWords === 'elsewhere'
  return (
    <Card title={t.custody} span={7} aria-label={t.custody}>
      <ul className="custody stack">
        <Fact
          icon={<KeyRound className="ico" aria-hidden="true" />}
          lead={t.onChainYours}
          text={t.onChainYoursWhy({ platform: platformBrand().name })}
        />
        <Fact
          icon={<Server className="ico" aria-hidden="true" />}
          lead={ownServer ? t.youSign : t.weSign}
          text={ownServer ? t.youSignWhy : t.weSignWhy}
        />
        <Fact
          icon={
            recoveryWords === 'waiting' ? (
              <LockOpen className="ico" aria-hidden="true" />
            ) : (
              <Lock className="ico" aria-hidden="true" />
            )
          }
          {...phrase[recoveryWords]}
        />
        <Fact icon={<Zap className="ico" aria-hidden="true" />} {...lightningFact[lightning]}>
          {lightning !== 'none' && !lightningAvailable && <strong className="block ink">{t.lightningDown}</strong>}
        </Fact>
      </ul>
    </Card>
  )
}

const phrase = {
  waiting: { lead: t.phraseWaiting, text: t.phraseWaitingWhy },
  read: { lead: t.phraseRead, text: t.phraseReadWhy },
  elsewhere: { lead: t.phraseElsewhere, text: t.phraseElsewhereWhy },
}

const lightningFact = {
  shared: { lead: t.lightningShared, text: t.lightningSharedWhy },
  own: { lead: t.lightningOwn, text: t.lightningOwnWhy },
  none: { lead: t.lightningNone, text: t.lightningNoneWhy },
}

type FactProps = { icon: ReactNode; lead: string; text: string; children?: ReactNode }

const Fact = ({ icon, lead, text, children }: FactProps) => (
  <li className="stack small muted auto-rest gap-3">
    {icon}
    <p>
      <strong className="ink">{lead}</strong> {text}
      {children}
    </p>
  </li>
)
