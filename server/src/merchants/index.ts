export { addDeposit, createMerchant, findPaymentLetters, getMerchantSettings, lockMerchant } from './table.ts'
export { createMerchantUser } from './table.users.ts'
