import { Zap } from 'lucide-react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { usePrice } from '../prices/index.ts'
import { usdOf } from './address-form.ts'
import * as t from './messages.ts'
import { useLightningAddress } from './use-lightning-address.ts'

/** The store's Lightning Address in the settings, with the way to its page. */
export const LightningAddressRow = ({ mayChange }: { mayChange: boolean }) => {
  const reading = useLightningAddress()
  const { data: price } = usePrice()
  if (!reading.data) {
    return (
      <Card>
        {reading.isError ? (
          <LoadError title={t.loadFailedTitle} sentence={messageOf(reading.error, t.loadFailed)} reading={reading} />
        ) : (
          <SkeletonLines lines={2} />
        )}
      </Card>
    )
  }
  const { address } = reading.data
  const limits =
    address &&
    price &&
    t.range({
      smallest: formatUsd(usdOf(address.minSats, price.price)),
      largest: formatUsd(usdOf(address.maxSats, price.price)),
    })
  return (
    <Card>
      <div className="stack auto-rest-auto middle gap-3">
        <Zap className="ico muted" aria-hidden="true" />
        <div className="min-w-0">
          <div className="strong breaks">{address?.address ?? t.notYet}</div>
          <div className="small muted">{address ? (address.active ? limits : t.isOff) : mayChange && t.notYetNext}</div>
        </div>
        {(address || mayChange) && (
          <ButtonLink size="sm" to={portalPaths.merchant.lightningAddress}>
            {address ? t.open : t.setUp}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
