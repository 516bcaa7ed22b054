import { ArrowRight } from 'lucide-react'
import { formatPercent, formatShare } from '../../lib/format-number.ts'
import { Card } from '../../ui/card.tsx'
import { Usd } from '../../ui/figures.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import './sharing-card.css'
import * as t from './messages.ts'
import { sharingExample } from './sharing-example.ts'

type SharingCardProps = {
  /** Of each payment, by the current schedule. Undefined until it is loaded. */
  poolPercent: number | undefined
  payoutFeePercent: number | undefined
  sharePercentage: number
}

/** How revenue sharing works, on a payment of $100.00, to scale. */
export const SharingCard = ({ poolPercent, payoutFeePercent, sharePercentage }: SharingCardProps) => (
  <Card title={t.sharingTitle} aria-label={t.sharingTitle}>
    {poolPercent === undefined || payoutFeePercent === undefined ? (
      <SkeletonLines lines={4} />
    ) : (
      <>
        <Steps poolPercent={poolPercent} sharePercentage={sharePercentage} />
        <p className="small muted mt-6">
          {payoutFeePercent === 0 ? t.sharingFree : t.sharingCharged({ percent: formatPercent(payoutFeePercent) })}
        </p>
      </>
    )}
  </Card>
)

const Steps = ({ poolPercent, sharePercentage }: { poolPercent: number; sharePercentage: number }) => {
  const example = sharingExample(poolPercent, sharePercentage)
  const arrow = <ArrowRight className="ico arrow" aria-hidden="true" />
  return (
    <div className="sharing stack gap-4 at-bottom">
      <div>
        <div className="money">
          <Usd amount="100.00" />
        </div>
        <div className="load flex" aria-hidden="true">
          {Array.from({ length: 9 }, (_, index) => (
            <i key={index} />
          ))}
          <i className="thin" />
        </div>
        <p className="small muted">{t.customerPays}</p>
      </div>
      {arrow}
      <div>
        <div className="money">{example.poolText}</div>
        <div className="load flex" aria-hidden="true">
          <i className="open" />
        </div>
        <p className="small muted">{t.goesToPool({ percent: formatPercent(poolPercent) })}</p>
      </div>
      {arrow}
      <div>
        <div className="money">{example.shareText}</div>
        <div className="load flex" aria-hidden="true">
          <i className="in-signal" style={{ flex: `${sharePercentage} 0 0` }} />
          {sharePercentage < 100 && <i className="open" style={{ flex: `${100 - sharePercentage} 0 0` }} />}
        </div>
        <p className="small muted">{t.yourPart({ share: formatShare(sharePercentage) })}</p>
      </div>
    </div>
  )
}
