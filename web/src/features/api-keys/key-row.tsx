import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatAge, formatDateTime } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge, type BadgeShape, Tag } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { RefundLimitDialog } from './refund-limit-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

const states: Record<ApiKeyView['status'], { shape: BadgeShape; word: string }> = {
  active: { shape: 'solid', word: 'Active' },
  expired: { shape: 'open', word: 'Expired' },
  revoked: { shape: 'crossed', word: 'Revoked' },
}

/** One key: what it is for, what it may, and when it was last seen. */
export const KeyRow = ({ apiKey, twoFactorEnabled }: { apiKey: ApiKeyView; twoFactorEnabled: boolean }) => {
  const [limiting, setLimiting] = useState(false)
  const [revoking, setRevoking] = useState(false)
  const now = useNow(30_000)
  const { shape, word } = states[apiKey.status]
  return (
    <li>
      <div className="min-w-0">
        <div className="what">
          <b>{apiKey.name}</b>
          <span className="mono small quiet">{apiKey.prefix}…</span>
        </div>
        <div className="scopes">
          {apiKey.scopes.map((scope) => (
            <Tag key={scope}>{scope}</Tag>
          ))}
        </div>
        <div className="meta">
          <span>
            {apiKey.lastUsedAt
              ? `last used ${formatAge(apiKey.lastUsedAt, now)} ago from ${apiKey.lastUsedFrom}`
              : 'never used'}
          </span>
          <span>by {apiKey.createdBy}</span>
          {apiKey.expiresAt && (
            <span>
              {apiKey.status === 'expired' ? 'expired' : 'expires'} {formatDateTime(apiKey.expiresAt)}
            </span>
          )}
          {apiKey.allowedSources.length > 0 && <span>only from {apiKey.allowedSources.join(', ')}</span>}
        </div>
        {apiKey.scopes.includes('refunds') && (
          <div className="meta">
            <span>refunds up to {formatUsd(apiKey.dailyRefundLimitUsd)} a day</span>
            {apiKey.status === 'active' && (
              <button type="button" className="link" onClick={() => setLimiting(true)}>
                Change limit
              </button>
            )}
          </div>
        )}
        {apiKey.withdrawalAddresses.length > 0 && (
          <div className="meta addresses">
            sends to{' '}
            {apiKey.withdrawalAddresses.map((address) => (
              <span key={address} className="mono">
                {address}
              </span>
            ))}
          </div>
        )}
      </div>
      <div className="state">
        <Badge shape={shape}>{word}</Badge>
        {apiKey.status !== 'revoked' && (
          <Tooltip text="Revoke">
            <IconButton label={`Revoke ${apiKey.name}`} onClick={() => setRevoking(true)}>
              <Trash2 className="ico" aria-hidden="true" />
            </IconButton>
          </Tooltip>
        )}
      </div>
      {limiting && (
        <RefundLimitDialog apiKey={apiKey} twoFactorEnabled={twoFactorEnabled} onClose={() => setLimiting(false)} />
      )}
      {revoking && <RevokeKeyDialog apiKey={apiKey} onClose={() => setRevoking(false)} />}
    </li>
  )
}
