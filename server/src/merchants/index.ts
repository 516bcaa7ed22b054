export { addDeposit, createMerchant, getMerchantSettings, getNotified, lockMerchant } from './table.ts'
export { createMerchantUser } from './table.users.ts'
