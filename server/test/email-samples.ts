import { ourLegalTexts } from '@bitquay/contract/legal-text'
import { defaultBrand } from '@bitquay/contract/platform-brand'
import * as accountCare from '../src/account-care/emails.ts'
import * as accounts from '../src/accounts/emails.ts'
import * as apiKeys from '../src/api-keys/emails.ts'
import * as applications from '../src/applications/emails.ts'
import {
  brandPublishedEmail,
  brandTakenBackEmail,
  legalChangedEmail,
  legalTakenBackEmail,
} from '../src/brand-editor/facts.ts'
import { receiptEmail } from '../src/checkout/email-receipt.ts'
import { describeReceipt } from '../src/checkout/get-receipt.ts'
import { testEmail } from '../src/doctor/check-email.ts'
import * as feeCollection from '../src/fee-collection/emails.ts'
import * as fees from '../src/fees/emails.ts'
import { invoiceEmail } from '../src/invoices/email-invoice.ts'
import { invoiceAttentionEmail, invoiceOverdueEmail } from '../src/invoices/emails.ts'
import { reminderEmail } from '../src/invoices/remind-customer.ts'
import { nameReleasedEmail } from '../src/lightning-addresses/emails.ts'
import * as loopOut from '../src/loop-out/emails.ts'
import type { Email } from '../src/mail/index.ts'
import {
  keysSuspendedEmail,
  newNameNeededEmail,
  storeActivatedEmail,
  storeDeactivatedEmail,
  teamChangedEmail,
  teamInvitationEmail,
} from '../src/merchants/emails.ts'
import { alertEmail } from '../src/operations/facts.ts'
import * as ownKeys from '../src/own-keys/emails.ts'
import { payoutFailedEmail, payoutSentEmail } from '../src/partners/facts.ts'
import { paymentReceivedEmail, paymentsRefiledEmail } from '../src/payments/emails.ts'
import { refundClaimedEmail } from '../src/refunds/emails.ts'
import { refundClaimEmail } from '../src/refunds/refund-claim-email.ts'
import { canceledByRestoreEmail } from '../src/restores/emails.ts'
import { recoveryWordsReadEmail, walletMovedEmail } from '../src/stores/emails.ts'
import { refundRequestedEmail } from '../src/tills/emails.ts'
import { webhookDisabledEmail } from '../src/webhooks/facts.ts'
import { withdrawalFailedEmail, withdrawalSentEmail } from '../src/withdrawals/facts.ts'
import { sampleCheckout } from './draw-pages.ts'

export const publicUrl = 'https://pay.example.test'
const at = new Date('2026-03-01T12:34:56Z')
const address = 'bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h'
const txid = '5671e4835f549756dfa5c7ecbc7042eaf8029fd527644997bdda91417c4f92e6'

/** Every email of the product under the name of its function, with this text wherever people enter their own. */
export const createEmailSamples = (own: string): Record<string, Email> => {
  const from = { account: 'nora@example.test', device: own, address: '203.0.113.9', at }
  const late = { id: 12, dueSats: 1_234_567n, btcPrice: '108123.45', pausesAt: at }
  const key = { storeName: own, name: own, prefix: 'bq_live_1a2b', by: own, address: '203.0.113.9', at }
  const sent = {
    amountUsd: '2400.00',
    amountBtc: '0.02208248',
    address,
    txid,
    requestedBy: own,
    requestedFrom: '203.0.113.9',
    at,
  }
  const loop = { storeName: own, amountBtc: '0.01500000', amountUsd: '1500.00', address, notes: own }
  const shop = { name: own, color: null, logoUrl: null, supportEmail: null }
  const change = {
    id: 3,
    before: defaultBrand,
    after: { ...defaultBrand, name: own },
    legal: { before: ourLegalTexts, after: { ...ourLegalTexts, terms: { text: own, from: '2026-12-01' } } },
    by: 'nora@example.test',
    publicUrl,
  }
  return {
    brandPublishedEmail: brandPublishedEmail(change),
    brandTakenBackEmail: brandTakenBackEmail(change),
    legalChangedEmail: legalChangedEmail(change),
    legalTakenBackEmail: legalTakenBackEmail(change),
    testEmail: testEmail(publicUrl),
    passwordResetEmail: accounts.passwordResetEmail(publicUrl, 'a-token_1'),
    invitationEmail: accounts.invitationEmail(publicUrl, 'a-token_1', own),
    passwordChangedEmail: accounts.passwordChangedEmail(publicUrl, from),
    newSignInEmail: accounts.newSignInEmail(publicUrl, from),
    twoFactorEnabledEmail: accounts.twoFactorEnabledEmail(publicUrl, from),
    twoFactorDisabledEmail: accounts.twoFactorDisabledEmail(publicUrl, from),
    confirmedEmail: accounts.confirmedEmail(publicUrl, 'token', 'merchant'),
    canceledByRestoreEmail: canceledByRestoreEmail(publicUrl, own, 'email'),
    twoFactorPausedEmail: accounts.twoFactorPausedEmail(publicUrl, from),
    recoveryCodeUsedEmail: accounts.recoveryCodeUsedEmail(publicUrl, from, 1),
    recoveryCodesRenewedEmail: accounts.recoveryCodesRenewedEmail(publicUrl, from),
    twoFactorResetEmail: accounts.twoFactorResetEmail(publicUrl, 'a-token_1', from),
    colleagueTwoFactorEmail: accounts.colleagueTwoFactorEmail(publicUrl, { email: own, change: 'set up' }, from),
    apiKeyCreatedEmail: apiKeys.apiKeyCreatedEmail(publicUrl, {
      ...key,
      scopes: ['invoices', 'withdrawals'],
      withdrawalAddresses: [address],
    }),
    apiKeyChangedEmail: apiKeys.apiKeyChangedEmail(publicUrl, { ...key, beforeUsd: '1150.00', afterUsd: '15000.00' }),
    apiKeyConfirmedEmail: apiKeys.apiKeyConfirmedEmail(publicUrl, key),
    apiKeyRevokedEmail: apiKeys.apiKeyRevokedEmail(publicUrl, key),
    applicationReceivedEmail: applications.applicationReceivedEmail(),
    appliedBeforeEmail: applications.appliedBeforeEmail(),
    applicationApprovedEmail: applications.applicationApprovedEmail(publicUrl, 'a-token_1', own),
    informationRequestEmail: applications.informationRequestEmail(publicUrl, {
      token: 'a-token_2',
      businessName: own,
      fields: ['taxId', 'website'],
      // An admin's own lines stay lines.
      message: `${own.replaceAll(/[\r\n]+/g, ' ')}\n\nWhich one is right?`,
      expiresAt: at,
    }),
    answerReceivedEmail: applications.answerReceivedEmail(own),
    applicationRejectedEmail: applications.applicationRejectedEmail(publicUrl, own),
    feeChangeEmail: fees.feeChangeEmail(publicUrl, {
      effectiveFrom: at,
      changes: [{ name: 'Platform fee', beforePercent: '3.000', afterPercent: '10.500' }],
    }),
    feeChangeWithdrawnEmail: fees.feeChangeWithdrawnEmail(publicUrl, at),
    invoiceEmail: invoiceEmail(publicUrl, {
      invoiceId: 'inv/1',
      shop,
      amount: '1234567.80',
      currency: 'USD',
      description: own,
      expiresAt: at,
    }),
    reminderEmail: reminderEmail(publicUrl, {
      invoiceId: 'inv/1',
      shop,
      amountDue: '1234567.80',
      currency: 'USD',
      description: own,
      dueAt: at,
      isOverdue: true,
      stopToken: 'a-token_1',
      language: 'en',
    }),
    feeInvoiceEmail: feeCollection.feeInvoiceEmail(publicUrl, {
      id: 12,
      amountSats: 1_234_567n,
      btcPrice: '108123.45',
    }),
    sharesEndedEmail: feeCollection.sharesEndedEmail(publicUrl, { storeName: own, sats: 1_234n }),
    feesReminderEmail: feeCollection.feesReminderEmail(publicUrl, late),
    pauseNoticeEmail: feeCollection.pauseNoticeEmail(publicUrl, late),
    paymentsPausedEmail: feeCollection.paymentsPausedEmail(publicUrl, late),
    connectRequestedEmail: ownKeys.connectRequestedEmail(publicUrl, { by: own, dueAt: at, addresses: [address] }),
    leaveRequestedEmail: ownKeys.leaveRequestedEmail(publicUrl, { by: own, dueAt: at }),
    changeCanceledEmail: ownKeys.changeCanceledEmail(publicUrl, { by: own, at }),
    walletChangedEmail: ownKeys.walletChangedEmail(publicUrl, [address]),
    loopOutCompletedEmail: loopOut.loopOutCompletedEmail(publicUrl, loop),
    loopOutRejectedEmail: loopOut.loopOutRejectedEmail(publicUrl, loop),
    loopOutCanceledEmail: loopOut.loopOutCanceledEmail(publicUrl, { ...loop, canceledBy: own }),
    storeDeactivatedEmail: storeDeactivatedEmail(publicUrl, own),
    accountClosedEmail: accountCare.accountClosedEmail(publicUrl, { storeName: own, by: own, at }),
    accountReopenedEmail: accountCare.accountReopenedEmail(publicUrl, own),
    recoveryStartedEmail: accountCare.recoveryStartedEmail(publicUrl, 'a-token_1', {
      storeName: own,
      owner: own,
      dueAt: at,
    }),
    recoveredEmail: accountCare.recoveredEmail(publicUrl, 'a-token_1', own),
    emailChangeStartedEmail: accountCare.emailChangeStartedEmail(publicUrl, 'a-token_1', {
      storeName: own,
      newEmail: own,
      isToOwner: true,
      dueAt: at,
    }),
    emailChangedEmail: accountCare.emailChangedEmail(publicUrl, { newEmail: own, at }),
    storeActivatedEmail: storeActivatedEmail(publicUrl, own),
    walletMovedEmail: walletMovedEmail(publicUrl, own),
    teamInvitationEmail: teamInvitationEmail(publicUrl, 'a-token_1', own),
    keysSuspendedEmail: keysSuspendedEmail(publicUrl, {
      storeName: 'Blue Door',
      creator: 'kim@example.com',
      keys: ['Web shop (bq_live_A1b2C3…)'],
    }),
    teamChangedEmail: teamChangedEmail(publicUrl, {
      storeName: own,
      by: own,
      what: 'invited clerk@example.test with the role user',
      address: '203.0.113.9',
      at,
    }),
    alertEmail: alertEmail(publicUrl, { title: 'Payment server main isn’t responding', sentence: own }),
    payoutSentEmail: payoutSentEmail(publicUrl, sent),
    paymentReceivedEmail: paymentReceivedEmail(publicUrl, {
      storeName: own,
      amountUsd: '1000.00',
      amountBtc: '0.01000000',
      method: 'lightning',
      invoiceId: 'inv1',
      description: own,
      at,
    }),
    paymentsRefiledEmail: paymentsRefiledEmail(publicUrl, own, [
      { at, amountUsd: '25000.00', feeUsd: '1000.00', about: own },
    ]),
    receiptEmail: receiptEmail(publicUrl, shop, {
      issuer: { lines: [own], timeZone: null },
      ...describeReceipt({
        ...sampleCheckout,
        invoiceId: 'inv1',
        status: 'settled',
        description: own,
        payments: [
          {
            method: 'on-chain',
            txid,
            amountBtc: '0.01000000',
            confirmations: 1,
            blockHeight: 925_114,
            status: 'confirmed',
            seenAt: at.toISOString(),
          },
        ],
      }),
      storeName: own,
    }),
    refundClaimEmail: refundClaimEmail(publicUrl, {
      shop,
      amount: '1020.00',
      currency: 'USD',
      reason: own,
      amountBtc: '0.00018402',
      path: '/r/secret',
      expiresAt: at,
    }),
    recoveryWordsReadEmail: recoveryWordsReadEmail(publicUrl, from),
    webhookDisabledEmail: webhookDisabledEmail(publicUrl, own),
    refundClaimedEmail: refundClaimedEmail(publicUrl, {
      amountUsd: '1020.00',
      amountBtc: '0.00018402',
      address,
      customerEmail: own,
      invoiceId: 'inv1',
      offeredBy: own,
      at,
      isApproved: true,
      signingRequestId: null,
    }),
    invoiceAttentionEmail: invoiceAttentionEmail(publicUrl, {
      reason: 'overpaid',
      invoiceId: 'inv1',
      amountUsd: '1800.60',
      receivedUsd: '1812.60',
      about: own,
    }),
    invoiceOverdueEmail: invoiceOverdueEmail(publicUrl, {
      invoiceId: 'inv1',
      amount: '$100.00',
      dueAt: at,
      about: own,
    }),
    refundRequestedEmail: refundRequestedEmail(publicUrl, {
      amountUsd: '1004.00',
      cashier: own,
      device: own,
      reason: own,
      invoiceId: 'inv1',
    }),
    newNameNeededEmail: newNameNeededEmail(publicUrl),
    nameReleasedEmail: nameReleasedEmail(publicUrl, own),
    payoutFailedEmail: payoutFailedEmail(publicUrl, sent),
    withdrawalFailedEmail: withdrawalFailedEmail(publicUrl, sent),
    withdrawalSentEmail: withdrawalSentEmail(publicUrl, sent),
  }
}
