import type { PromoCode } from '@bitquay/contract/promo-codes'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { cutTxid } from '../../lib/shorten.ts'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Usd } from '../../ui/figures.tsx'
import './promo-code-card.css'

const states: Record<PromoCode['state'], { shape: BadgeShape; word: string }> = {
  active: { shape: 'solid', word: 'Active' },
  used: { shape: 'open', word: 'Used' },
  expired: { shape: 'open', word: 'Expired' },
  revoked: { shape: 'crossed', word: 'Revoked' },
}

type PromoCodeCardProps = { promoCode: PromoCode; onRevoke: () => void }

/** A ticket: the code above, what became of it below the line where it is torn off. */
export const PromoCodeCard = ({ promoCode, onRevoke }: PromoCodeCardProps) => {
  const { shape, word } = states[promoCode.state]
  const isActive = promoCode.state === 'active'
  return (
    <article className={classNames('card ticket', !isActive && 'spent')} aria-label={promoCode.code}>
      <div className="top">
        <div className="name">
          <span className="mono">{promoCode.code}</span>
          {isActive && <CopyButton label="Promo code" text={promoCode.code} />}
        </div>
        <Badge shape={shape}>{word}</Badge>
      </div>
      <p className="what">{promoCode.description}</p>
      <dl className="stub">
        <Fact name="Created" value={formatDate(promoCode.createdAt)} title={`by ${promoCode.createdBy}`} />
        <Fact name="Expires" value={promoCode.expiresAt ? formatDate(promoCode.expiresAt) : 'Never'} />
        {promoCode.usedAt && <Fact name="Used" value={formatDateTime(promoCode.usedAt)} />}
        {promoCode.usedBy && <Fact name="By" value={promoCode.usedBy} />}
        {promoCode.amountSavedUsd && <Fact name="Amount saved" value={<Usd amount={promoCode.amountSavedUsd} />} />}
        {promoCode.transactionHash && (
          <Fact
            name="Transaction"
            value={
              <span className="mono" title={promoCode.transactionHash}>
                {cutTxid(promoCode.transactionHash)}
              </span>
            }
          />
        )}
        {promoCode.revokedAt && <Fact name="Revoked" value={formatDateTime(promoCode.revokedAt)} />}
      </dl>
      {isActive && (
        <div className="act">
          <Button size="sm" onClick={onRevoke} aria-label={`Revoke ${promoCode.code}`}>
            Revoke
          </Button>
        </div>
      )}
    </article>
  )
}

const Fact = ({ name, value, title }: { name: string; value: ReactNode; title?: string }) => (
  <div title={title}>
    <dt className="stencil">{name}</dt>
    <dd>{value}</dd>
  </div>
)
