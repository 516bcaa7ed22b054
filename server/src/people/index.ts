export { hasNoMerchants, listAdminEmails, listManagerEmails } from './queries.ts'
export { requireHonestNames } from './require-honest-names.ts'
export { createAdmin, hasAdmin, lockAdmins, lockFirstAdmin, markAdminActive } from './table.admins.ts'
export {
  claimErasable,
  closingDueAt,
  findClosingMerchants,
  markClosed,
  markClosing,
  markReopened,
} from './table.closing.ts'
export {
  type Credentials,
  clearPassword,
  clearTwoFactor,
  enableTwoFactor,
  findCredentials,
  findCredentialsByEmail,
  getCredentials,
  isEmailTaken,
  isOnlyInvited,
  type LockedCredentials,
  lockCredentials,
  lockPerson,
  markMustEnroll,
  markStepUsed,
  openPendingSecret,
  replacePassword,
  secretIdentity,
  setEmail,
  setPassword,
  storePendingSecret,
  tableOf,
} from './table.credentials.ts'
export {
  addDeposit,
  createMerchant,
  detailColumns,
  getMerchant,
  getMerchantDetails,
  getZeroConfirmationLimit,
  lockMerchant,
  type MerchantDetails,
  markMerchantActive,
  saveMerchantDetails,
} from './table.merchants.ts'
export { changePartner, createPartner, lockPartner, type PartnerChange } from './table.partners.ts'
export { readPreferences, savePreferences } from './table.preferences.ts'
export {
  createMerchantUser,
  deleteMerchantUser,
  lockMerchantUser,
  lockMerchantUsers,
  updateMerchantUser,
} from './table.users.ts'
