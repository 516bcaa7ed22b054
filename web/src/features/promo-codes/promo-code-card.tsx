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
import { ExplorerLink } from '../transactions/index.ts'
import * as t from './messages.ts'

const states: Record<PromoCode['state'], { shape: BadgeShape; word: string }> = {
  active: { shape: 'solid', word: t.active },
  suspended: { shape: 'dashed', word: t.suspended },
  used: { shape: 'open', word: t.used },
  expired: { shape: 'open', word: t.expired },
  revoked: { shape: 'crossed', word: t.revoked },
}

type PromoCodeCardProps = { promoCode: PromoCode; onDecide: (decision: 'revoke' | 'resume') => void }

/** A ticket: code and state on the stub, its history at the right. */
export const PromoCodeCard = ({ promoCode, onDecide }: PromoCodeCardProps) => {
  const { shape, word } = states[promoCode.state]
  const isActive = promoCode.state === 'active'
  const isSuspended = promoCode.state === 'suspended'
  return (
    <article className={classNames('card ticket stack middle', !isActive && 'spent')} aria-label={promoCode.code}>
      <div className="stub column gap-1 at-top to-center">
        <span className="ticket-code across text-base medium gap-1.5">
          <span className="mono">{promoCode.code}</span>
          {isActive && <CopyButton label={t.code} text={promoCode.code} />}
        </span>
        <Badge shape={shape}>{word}</Badge>
      </div>
      <p className="what strong breaks">
        {promoCode.description}
        {isSuspended && <span className="block small muted">{t.suspendedText}</span>}
      </p>
      <dl className="flex small nowrap gap-5">
        <Facts promoCode={promoCode} />
      </dl>
      {(isActive || isSuspended) && (
        <div className="act">
          {isSuspended && (
            <Button size="sm" onClick={() => onDecide('resume')} aria-label={t.letWorkCode({ code: promoCode.code })}>
              {t.letWork}
            </Button>
          )}
          <Button size="sm" onClick={() => onDecide('revoke')} aria-label={t.revokeCode({ code: promoCode.code })}>
            {t.revoke}
          </Button>
        </div>
      )}
    </article>
  )
}

/** What matters in its state: when it ends, or how it ended. */
const Facts = ({ promoCode }: { promoCode: PromoCode }) => (
  <>
    {promoCode.usedAt === null && (
      <>
        <Fact
          name={t.created}
          value={formatDate(promoCode.createdAt)}
          title={t.createdBy({ person: promoCode.createdBy })}
        />
        <Fact name={t.expires} value={promoCode.expiresAt ? formatDate(promoCode.expiresAt) : t.never} />
      </>
    )}
    {promoCode.usedAt && (
      <Fact name={t.used} value={formatDate(promoCode.usedAt)} title={formatDateTime(promoCode.usedAt)} />
    )}
    {promoCode.usedBy && <Fact name={t.usedBy} value={promoCode.usedBy} />}
    {promoCode.amountSavedUsd && <Fact name={t.amountSaved} value={<Usd amount={promoCode.amountSavedUsd} />} />}
    {promoCode.transactionHash && (
      <Fact
        name={t.transaction}
        value={
          <ExplorerLink txid={promoCode.transactionHash}>
            <span className="mono" title={promoCode.transactionHash}>
              {cutTxid(promoCode.transactionHash)}
            </span>
          </ExplorerLink>
        }
      />
    )}
    {promoCode.revokedAt && (
      <Fact name={t.revoked} value={formatDate(promoCode.revokedAt)} title={formatDateTime(promoCode.revokedAt)} />
    )}
  </>
)

const Fact = ({ name, value, title }: { name: string; value: ReactNode; title?: string }) => (
  <div title={title}>
    <dt className="stencil">{name}</dt>
    <dd>{value}</dd>
  </div>
)
