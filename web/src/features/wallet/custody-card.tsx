import { FileLock, KeyRound, LockOpen, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand } from '../../content/content.ts'
import { Card } from '../../ui/card.tsx'
import * as t from './messages.ts'
import type { Wallet } from './use-wallet.ts'

type CustodyCardProps = Pick<Wallet, 'lightning' | 'lightningAvailable' | 'recoveryWords' | 'holder'>

/** Who can move what. */
export const CustodyCard = ({ lightning, lightningAvailable, recoveryWords, holder }: CustodyCardProps) => (
  <Card title={t.custody} aria-label={t.custody} bare>
    <ul className="rows mt-3 ruled">
      <Fact icon={<KeyRound className="ico muted" aria-hidden="true" />} lead={t.walletYours} text={signer[holder]} />
      <Fact icon={<Zap className="ico muted" aria-hidden="true" />} {...lightningFact[lightning]}>
        {lightning !== 'none' && !lightningAvailable && <strong className="block ink">{t.lightningDown}</strong>}
      </Fact>
      {recoveryWords === 'waiting' && (
        <Fact
          icon={<LockOpen className="ico muted" aria-hidden="true" />}
          lead={t.phraseWaiting}
          text={t.phraseWaitingWhy}
        />
      )}
      {recoveryWords === 'read' && (
        <Fact icon={<FileLock className="ico muted" aria-hidden="true" />} lead={t.phraseRead} text={t.phraseReadWhy} />
      )}
    </ul>
  </Card>
)

const signer = {
  platform: t.weSign({ brand: brand.name }),
  merchant: t.onlyYouSign,
  'own-server': t.youSign,
}

const lightningFact = {
  shared: { lead: t.lightningHeld({ brand: brand.name }), text: t.lightningHeldWhy },
  own: { lead: t.lightningOwn, text: t.lightningOwnWhy },
  none: { lead: t.lightningNone, text: t.lightningNoneWhy },
}

type FactProps = { icon: ReactNode; lead: string; text: string; children?: ReactNode }

const Fact = ({ icon, lead, text, children }: FactProps) => (
  <li className="auto-rest">
    {icon}
    <div>
      <div className="strong">{lead}</div>
      <p className="small muted">
        {text}
        {children}
      </p>
    </div>
  </li>
)
