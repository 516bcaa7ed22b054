import type { MerchantUser } from '@bitquay/contract/merchants.users'

export type ChosenUser = Pick<MerchantUser, 'id' | 'name' | 'email' | 'role' | 'isActive'>
