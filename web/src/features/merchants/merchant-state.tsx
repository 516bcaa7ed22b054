import type { AdminMerchant } from '@bitquay/contract/merchants.admin'
import { CircleCheck } from 'lucide-react'
import { Badge, Tag } from '../../ui/badge.tsx'
import * as t from './messages.ts'

export const ActiveState = ({ isActive }: { isActive: boolean }) =>
  isActive ? <Badge shape="solid">{t.active}</Badge> : <Badge shape="open">{t.inactive}</Badge>

type Account = Pick<AdminMerchant, 'isActive' | 'closingSince' | 'closedAt' | 'erasedAt'>

const AccountState = ({ merchant: { isActive, closingSince, closedAt, erasedAt } }: { merchant: Account }) => {
  if (erasedAt !== null) return <Badge shape="crossed">{t.erased}</Badge>
  if (closedAt !== null) return <Badge shape="crossed">{t.closed}</Badge>
  if (closingSince !== null) return <Badge shape="dashed">{t.closing}</Badge>
  return <ActiveState isActive={isActive} />
}

type Stateful = Pick<AdminMerchant, 'btcpayStoreId' | 'attention'> & Account
type StoreSetup = Pick<AdminMerchant, 'btcpayStoreId' | 'isActive'>

/** One word: what an operator must know first. */
export const MerchantState = ({ merchant }: { merchant: Stateful }) => {
  if (merchant.attention.length > 0) return <Badge shape="dashed">{t.attention}</Badge>
  if (merchant.isActive && merchant.btcpayStoreId === null && merchant.closingSince === null)
    return <Badge shape="dashed">{t.storeSettingUp}</Badge>
  return <AccountState merchant={merchant} />
}

/** Whether payments can come in, in words. */
export const storeWordOf = ({ btcpayStoreId, isActive }: StoreSetup): string => {
  if (btcpayStoreId !== null) return t.storeConfigured
  return isActive ? t.storeSettingUp : t.noStore
}

/** Whether payments can come in. */
export const StoreState = ({ merchant }: { merchant: StoreSetup }) => {
  if (merchant.btcpayStoreId !== null) {
    return <Tag icon={<CircleCheck className="ico" aria-hidden="true" />}>{t.storeConfigured}</Tag>
  }
  return merchant.isActive ? <Badge shape="dashed">{t.storeSettingUp}</Badge> : <Badge shape="open">{t.noStore}</Badge>
}
