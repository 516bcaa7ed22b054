import type { MerchantUser } from '@bitquay/contract/merchant-users'

export type ChosenUser = Pick<MerchantUser, 'id' | 'name' | 'email' | 'role' | 'isActive'>
