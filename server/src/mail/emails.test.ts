import { expect, test } from 'vitest'
import { twoFactorResetEmail } from '../accounts/emails.ts'
import * as applications from '../applications/emails.ts'
import { feeChangeEmail } from '../fees/emails.ts'
import { invoiceEmail } from '../invoices/email-invoice.ts'
import { storeActivatedEmail, storeDeactivatedEmail } from '../merchants/emails.ts'
import { payoutSentEmail } from '../partners/send-kind.ts'
import { paymentReceivedEmail } from '../payments/notify-payment.ts'
import { refundClaimEmail } from '../refunds/offer-refund.ts'
import { withdrawalSentEmail } from '../withdrawals/send-kind.ts'

const url = 'https://pay.example.test'
const evil = '<img src=x onerror=alert(1)>'
const at = new Date('2026-03-01T12:34:56Z')

const emails = {
  received: applications.applicationReceivedEmail(evil),
  appliedBefore: applications.appliedBeforeEmail(),
  approved: applications.applicationApprovedEmail(url, 'a-token_1', evil),
  rejected: applications.applicationRejectedEmail(url, evil),
  twoFactorReset: twoFactorResetEmail(url),
  deactivated: storeDeactivatedEmail(url, evil),
  activated: storeActivatedEmail(url, evil),
  invoice: invoiceEmail(url, {
    invoiceId: 'inv/1',
    storeName: evil,
    amount: '1234567.80',
    currency: 'USD',
    description: evil,
    expiresAt: at,
  }),
  feeChange: feeChangeEmail(url, {
    effectiveFrom: at,
    changes: [{ name: 'Platform fee', beforePercent: '3.000', afterPercent: '10.500' }],
  }),
  withdrawal: withdrawalSentEmail(url, {
    amountUsd: '100.00',
    amountBtc: '0.00100000',
    address: 'bc1qaddress',
    txid: 'ab'.repeat(32),
    requestedBy: evil,
  }),
  payout: payoutSentEmail(url, {
    amountUsd: '100.00',
    amountBtc: '0.00100000',
    address: 'bc1qaddress',
    txid: 'ab'.repeat(32),
  }),
  refund: refundClaimEmail(url, {
    storeName: evil,
    amount: '5.00',
    currency: 'USD',
    reason: evil,
    amountBtc: '0.00005000',
    path: '/refund/secret',
    expiresAt: null,
  }),
  payment: paymentReceivedEmail(url, {
    storeName: evil,
    amountUsd: '1000.00',
    amountBtc: '0.01000000',
    method: 'lightning',
    invoiceId: 'inv1',
    description: null,
    at,
  }),
}

test.each(Object.entries(emails))(
  '%s: plain text and HTML say the same and text from others is escaped',
  (_, email) => {
    expect(email.subject).not.toMatch(/[\r\n]/)
    expect(email.html).not.toMatch(/<img|<script|<link|<style|@import/)
    expect(email.html).toMatch(/^<!doctype html>/)
    expect(email.text.endsWith('\n\nBitquay')).toBe(true)
    // Every line of the plain text is in the HTML, once its entities are decoded.
    const shown = unescape(email.html.replace(/<title>.*?<\/title>/, '').replace(/<[^>]*>/g, '\n'))
    for (const line of email.text.split('\n').filter(Boolean)) {
      for (const part of line.split(/(?<=^[A-Z][a-z ]{1,20}): /)) expect(shown).toContain(part.replace(/:$/, ''))
    }
    for (const [, link] of email.html.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(link?.startsWith(`${url}/`)).toBe(true)
    for (const [link] of email.text.matchAll(/https?:\/\/\S+/g)) expect(link.startsWith(`${url}/`)).toBe(true)
  },
)

test('figures are readable and each email has the right link', () => {
  expect(emails.invoice.text).toContain('Amount: $1,234,567.80')
  expect(emails.invoice.text).toContain(`${url}/i/inv%2F1`)
  expect(emails.feeChange.text).toContain('Platform fee: 3% → 10.5%')
  expect(emails.feeChange.text).toContain('New fees apply to payments from Mar 1, 2026, 12:34 PM UTC.')
  expect(emails.withdrawal.subject).toBe('Withdrawal of $100.00 sent')
  expect(emails.payout.text).toContain(`${url}/partner/wallet`)
  expect(emails.refund.text).toContain(`${url}/refund/secret`)
  expect(emails.payment.subject).toBe('$1,000.00 received')
  expect(emails.payment.text).toContain('Method: Lightning')
  expect(emails.approved.text).toContain(`${url}/welcome?token=a-token_1`)
})

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }
const unescape = (html: string) => html.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => named[name] ?? '')
