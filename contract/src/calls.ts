import { listActNames, listActs } from './act-log.ts'
import * as adminMerchants from './admin-merchants.ts'
import * as adminPartners from './admin-partners.ts'
import { exportAllTransactions, listAllTransactions, listStores } from './admin-transactions.ts'
import * as admins from './admins.ts'
import { changeApiKey, createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts'
import { changeApplication, listApplications, reviewApplication, submitApplication } from './applications.ts'
import * as auth from './auth.ts'
import { getBalance, getLightningBalance, getPrice, getWallet } from './balances.ts'
import type { Call } from './call.ts'
import { getDashboard } from './dashboard.ts'
import { describe } from './description.ts'
import { receiveHook } from './engine-hooks.ts'
import { events } from './events.ts'
import * as fees from './fees.ts'
import {
  createInvoice,
  getCheckout,
  getInvoice,
  listInvoices,
  markInvoice,
  renewInvoice,
  resendInvoice,
} from './invoices.ts'
import * as loopOut from './loop-out.ts'
import * as merchantUsers from './merchant-users.ts'
import { changeSettings, getSettings } from './merchants.ts'
import { listNotifications } from './notifications.ts'
import * as partners from './partners.ts'
import { paymentLinkCalls } from './payment-links.ts'
import * as promoCodes from './promo-codes.ts'
import { readRecoveryWords } from './recovery-words.ts'
import { callOffRefund, claimRefund, offerRefund, viewRefund } from './refunds.ts'
import { exportRevenue, getRevenue } from './revenue.ts'
import { levers, listMail, sandboxState } from './sandbox.ts'
import { adminSecurity, merchantSecurity, partnerSecurity } from './security.ts'
import { getStatus, health } from './status.ts'
import * as system from './system.ts'
import { countTransactions, exportTransactions, getWeek, listTransactions } from './transactions.ts'
import { v1Calls } from './v1/calls.ts'
import { webhookCalls } from './webhooks.ts'
import * as withdrawals from './withdrawals.ts'

/** Every call there is. A route without a line here, or a line here without a route, fails a test. */
export const calls: readonly Call[] = [
  auth.login,
  auth.verify,
  auth.logout,
  auth.reauthenticate,
  auth.requestPasswordReset,
  auth.resetPassword,
  auth.listSessions,
  auth.endSessions,
  auth.endSession,
  ...Object.values(merchantSecurity),
  ...Object.values(partnerSecurity),
  ...Object.values(adminSecurity),
  getSettings,
  changeSettings,
  submitApplication,
  listApplications,
  reviewApplication,
  changeApplication,
  adminMerchants.listMerchants,
  adminMerchants.createMerchant,
  adminMerchants.getMerchant,
  adminMerchants.changeMerchant,
  merchantUsers.listMerchantUsers,
  merchantUsers.createMerchantUser,
  merchantUsers.changeMerchantUser,
  merchantUsers.deleteMerchantUser,
  admins.listAdmins,
  admins.createAdmin,
  admins.changeAdmin,
  admins.resetTwoFactor,
  admins.sendInvitation,
  fees.getFees,
  getPrice,
  getBalance,
  getLightningBalance,
  getWallet,
  readRecoveryWords,
  createInvoice,
  listInvoices,
  getInvoice,
  markInvoice,
  resendInvoice,
  offerRefund,
  callOffRefund,
  viewRefund,
  claimRefund,
  getCheckout,
  renewInvoice,
  listTransactions,
  exportTransactions,
  countTransactions,
  getWeek,
  withdrawals.quoteWithdrawal,
  withdrawals.withdraw,
  withdrawals.listWithdrawals,
  withdrawals.getWithdrawal,
  withdrawals.cancelWithdrawal,
  partners.getPartnerDashboard,
  partners.getPartnerWallet,
  partners.listPartnerTransactions,
  partners.getFeeBreakdown,
  partners.withdrawEarnings,
  partners.listPayouts,
  partners.getPayout,
  partners.getPartnerStatement,
  adminPartners.listPartners,
  adminPartners.getPartnerMetrics,
  adminPartners.getPartner,
  adminPartners.createPartner,
  adminPartners.changePartner,
  adminPartners.getStatementOfPartner,
  createApiKey,
  listApiKeys,
  changeApiKey,
  revokeApiKey,
  ...paymentLinkCalls,
  ...v1Calls,
  loopOut.requestLoopOut,
  loopOut.listOwnLoopOuts,
  loopOut.listLoopOuts,
  loopOut.countLoopOuts,
  loopOut.listPendingLoopOuts,
  loopOut.completeLoopOut,
  loopOut.executeLoopOut,
  loopOut.rejectLoopOut,
  loopOut.resolveLoopOut,
  promoCodes.listPromoCodes,
  promoCodes.createPromoCode,
  promoCodes.revokePromoCode,
  getDashboard,
  listNotifications,
  listAllTransactions,
  exportAllTransactions,
  listStores,
  getRevenue,
  exportRevenue,
  fees.listFeeSchedules,
  fees.scheduleFees,
  fees.withdrawFees,
  listActs,
  listActNames,
  system.getSystem,
  system.pauseWithdrawals,
  system.runAudit,
  system.retryMail,
  system.dismissMail,
  system.retrySend,
  system.cancelStuckSend,
  system.resolveSend,
  system.readStoreNow,
  ...webhookCalls,
  receiveHook,
  health,
  describe,
  getStatus,
  events,
  ...Object.values(levers),
  sandboxState,
  listMail,
]
