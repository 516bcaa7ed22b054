import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { CustodyBadge } from './custody-badge.tsx'
import { LightningBody } from './lightning-body.tsx'
import * as t from './messages.ts'
import { useLightningBalance } from './use-lightning-balance.ts'

/** What was received over Lightning. It is not part of the total balance. */
export const LightningCard = () => {
  const { data: lightning, isPending } = useLightningBalance()
  const note = lightning && <CustodyBadge node={lightning.node} />
  return (
    <Card title={t.lightningBalance} note={note} aria-label={t.lightningBalance}>
      {lightning ? (
        <LightningBody lightning={lightning} note={t.notInTotal} />
      ) : isPending ? (
        <div style={{ minHeight: '7rem' }} role="status" aria-label={t.loading}>
          <Delayed>
            <Skeleton width="9rem" height="2rem" />
            <Skeleton width="7rem" className="mt-3" />
          </Delayed>
        </div>
      ) : (
        <Notice kind="bad">{t.lightningFailed}</Notice>
      )}
    </Card>
  )
}
