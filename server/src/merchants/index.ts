export { addDeposit, createMerchant, findPaymentEmails, getMerchantSettings, lockMerchant } from './table.ts'
export { createMerchantUser } from './table.users.ts'
