import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { formatPercent } from '../../lib/format-number.ts'
import { Beside } from '../../ui/beside.tsx'
import { ReceivedCard } from '../received/index.ts'
import { MerchantActivity } from './merchant-activity.tsx'
import { MerchantAttention } from './merchant-attention.tsx'
import { MerchantEngine } from './merchant-engine.tsx'
import { MerchantFees } from './merchant-fees.tsx'
import { MerchantMoney } from './merchant-money.tsx'
import { MerchantPeople } from './merchant-people.tsx'
import * as t from './messages.ts'
import { useSchedule } from './use-merchants.ts'

/** What is wrong, the money now, the period, then what happened last. Support opens this page for the store at the right. */
export const MerchantOverview = ({ merchant }: { merchant: MerchantDetail }) => {
  const schedule = useSchedule()
  const fees =
    schedule &&
    t.feesOf({
      platform: formatPercent(schedule.platformFeePercent),
      partners: formatPercent(schedule.partnerPoolPercent),
      markup: formatPercent(merchant.markupFeePercent),
      hasMarkup: merchant.markupFeePercent > 0 ? 'yes' : 'no',
    })
  return (
    <Beside
      main={
        <>
          <MerchantAttention merchant={merchant} />
          <MerchantMoney merchant={merchant} />
          <ReceivedCard store={{ merchantId: merchant.id, fees }} />
          <MerchantActivity merchant={merchant} />
        </>
      }
      aside={
        <>
          <MerchantEngine merchant={merchant} />
          <MerchantFees merchant={merchant} span={12} />
          <MerchantPeople merchant={merchant} />
        </>
      }
    />
  )
}
