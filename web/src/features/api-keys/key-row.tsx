import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatAgo, formatDateTime } from '../../lib/format-date.ts'
import { useUser } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge, type BadgeShape, Tag } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { ConfirmKeyDialog } from './confirm-key-dialog.tsx'
import * as t from './messages.ts'
import { RefundLimitDialog } from './refund-limit-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

const states: Record<ApiKeyView['status'], { shape: BadgeShape; word: string }> = {
  active: { shape: 'solid', word: t.active },
  suspended: { shape: 'dashed', word: t.suspended },
  expired: { shape: 'open', word: t.expired },
  revoked: { shape: 'crossed', word: t.revoked },
}

/** One key: what it is for, what it may, and when it was last seen. */
export const KeyRow = ({ apiKey }: { apiKey: ApiKeyView }) => {
  const [limiting, setLimiting] = useState(false)
  const [revoking, setRevoking] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const isOwner = useUser().role === 'owner'
  const now = useNow(30_000)
  const { shape, word } = states[apiKey.status]
  return (
    <li>
      <div className="min-w-0">
        <div className="what flex wraps on-baseline breaks">
          <b>{apiKey.name}</b>
          <span className="mono small quiet">{apiKey.prefix}…</span>
        </div>
        <div className="scopes flex wraps gap-1.5">
          {apiKey.scopes.map((scope) => (
            <Tag key={scope}>{scope}</Tag>
          ))}
        </div>
        <div className="meta small quiet breaks">
          <span>
            {apiKey.lastUsedAt
              ? t.lastUsed({ ago: formatAgo(apiKey.lastUsedAt, now), address: apiKey.lastUsedFrom ?? '' })
              : t.neverUsed}
          </span>
          <span>{t.createdBy({ person: apiKey.createdBy })}</span>
          {apiKey.expiresAt && (
            <span>
              {(apiKey.status === 'expired' ? t.expiredOn : t.expiresOn)({ date: formatDateTime(apiKey.expiresAt) })}
            </span>
          )}
          {apiKey.allowedSources.length > 0 && (
            <span>{t.onlyFrom({ addresses: apiKey.allowedSources.join(', ') })}</span>
          )}
        </div>
        {apiKey.scopes.includes('refunds') && (
          <div className="meta small quiet breaks">
            <span>{t.refundsUpTo({ amount: formatUsd(apiKey.dailyRefundLimitUsd) })}</span>
            {apiKey.status === 'active' && (
              <button type="button" className="link" onClick={() => setLimiting(true)}>
                {t.changeLimit}
              </button>
            )}
          </div>
        )}
        {apiKey.withdrawalAddresses.length > 0 && (
          <div className="meta addresses small quiet breaks">
            {t.sendsTo}{' '}
            {apiKey.withdrawalAddresses.map((address) => (
              <span key={address} className="mono">
                {address}
              </span>
            ))}
          </div>
        )}
        {apiKey.status === 'suspended' && (
          <div className="meta small quiet breaks">
            <span>{apiKey.awaitsReview ? t.awaitsReview : isOwner ? t.suspendedOwner : t.suspendedOther}</span>
            {isOwner && !apiKey.awaitsReview && (
              <button type="button" className="link" onClick={() => setConfirming(true)}>
                {t.confirmKey}
              </button>
            )}
          </div>
        )}
      </div>
      <div className="state across gap-2">
        <Badge shape={shape}>{word}</Badge>
        {apiKey.status !== 'revoked' && (
          <Tooltip text={t.revoke}>
            <IconButton label={t.revokeOne({ name: apiKey.name })} onClick={() => setRevoking(true)}>
              <Trash2 className="ico" aria-hidden="true" />
            </IconButton>
          </Tooltip>
        )}
      </div>
      {limiting && <RefundLimitDialog apiKey={apiKey} onClose={() => setLimiting(false)} />}
      {confirming && <ConfirmKeyDialog apiKey={apiKey} onClose={() => setConfirming(false)} />}
      {revoking && <RevokeKeyDialog apiKey={apiKey} onClose={() => setRevoking(false)} />}
    </li>
  )
}
