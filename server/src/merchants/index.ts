export { listMerchants } from './queries.list.ts'
export { listManagerEmails } from './queries.team.ts'
export { requireHonestNames } from './require-honest-names.ts'
export { claimErasable, findClosingMerchants, markClosed, markClosing, markReopened } from './table.closing.ts'
export {
  addDeposit,
  createMerchant,
  getMerchantSettings,
  getZeroConfirmationLimit,
  lockMerchant,
} from './table.ts'
export { createMerchantUser } from './table.users.ts'
