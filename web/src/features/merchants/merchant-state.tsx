import type { AdminMerchant } from '@bitquay/contract/admin-merchants'
import { CircleCheck } from 'lucide-react'
import { Badge, Tag } from '../../ui/badge.tsx'
import * as t from './messages.ts'

export const ActiveState = ({ isActive }: { isActive: boolean }) =>
  isActive ? <Badge shape="solid">{t.active}</Badge> : <Badge shape="open">{t.inactive}</Badge>

/** Whether payments can come in. */
export const StoreState = ({ merchant }: { merchant: Pick<AdminMerchant, 'btcpayStoreId' | 'isActive'> }) => {
  if (merchant.btcpayStoreId !== null) {
    return <Tag icon={<CircleCheck className="ico" aria-hidden="true" />}>{t.storeConfigured}</Tag>
  }
  return merchant.isActive ? <Badge shape="dashed">{t.storeSettingUp}</Badge> : <Badge shape="open">{t.noStore}</Badge>
}
