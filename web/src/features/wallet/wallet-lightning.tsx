import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { CustodyBadge, LightningBody, useLightningBalance } from '../balances/index.ts'
import * as t from './messages.ts'

/** What can be moved to the wallet. An open request has a card of its own. */
export const WalletLightning = () => {
  const { data: lightning, isError } = useLightningBalance()
  return (
    <Card
      title={t.lightningBalance}
      note={lightning && <CustodyBadge node={lightning.node} />}
      aria-label={t.lightningBalance}
    >
      {lightning ? (
        <LightningBody lightning={lightning} hidesOpenRequest />
      ) : isError ? (
        <Notice kind="bad">{t.lightningFailed}</Notice>
      ) : (
        <SkeletonLines lines={4} />
      )}
    </Card>
  )
}
