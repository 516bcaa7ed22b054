import type { AdminMerchant } from '@bitquay/contract/admin-merchants'
import { CircleCheck } from 'lucide-react'
import { Badge, Tag } from '../../ui/badge.tsx'

export const ActiveState = ({ isActive }: { isActive: boolean }) =>
  isActive ? <Badge shape="solid">Active</Badge> : <Badge shape="open">Inactive</Badge>

/** Whether payments can come in. */
export const StoreState = ({ merchant }: { merchant: Pick<AdminMerchant, 'btcpayStoreId' | 'isActive'> }) => {
  if (merchant.btcpayStoreId !== null) {
    return <Tag icon={<CircleCheck className="ico" aria-hidden="true" />}>BTCPay Configured</Tag>
  }
  return merchant.isActive ? <Badge shape="dashed">Store being set up</Badge> : <Badge shape="open">No store</Badge>
}
