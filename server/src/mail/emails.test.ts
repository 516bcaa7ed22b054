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

const letters = {
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
    amountUsd: '5.00',
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

test.each(Object.entries(letters))(
  '%s: plain and HTML say the same, in one frame, and others’ words stay text',
  (_, letter) => {
    expect(letter.subject).not.toMatch(/[\r\n]/)
    expect(letter.html).not.toMatch(/<img|<script|<link|<style|@import/)
    expect(letter.html).toMatch(/^<!doctype html>/)
    expect(letter.text.endsWith('\n\nBitquay')).toBe(true)
    // Every line of the plain letter is in the other one, once what is escaped is read as it is shown.
    const shown = unescape(letter.html.replace(/<title>.*?<\/title>/, '').replace(/<[^>]*>/g, '\n'))
    for (const line of letter.text.split('\n').filter(Boolean)) {
      for (const part of line.split(/(?<=^[A-Z][a-z ]{1,20}): /)) expect(shown).toContain(part.replace(/:$/, ''))
    }
    for (const [, link] of letter.html.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(link?.startsWith(`${url}/`)).toBe(true)
    for (const [link] of letter.text.matchAll(/https?:\/\/\S+/g)) expect(link.startsWith(`${url}/`)).toBe(true)
  },
)

test('figures are written for people, and each letter leads where it should', () => {
  expect(letters.invoice.text).toContain('Amount: $1,234,567.80')
  expect(letters.invoice.text).toContain(`${url}/i/inv%2F1`)
  expect(letters.feeChange.text).toContain('Platform fee: 3 % → 10.5 %')
  expect(letters.feeChange.text).toContain('From 2026-03-01 12:34 UTC on')
  expect(letters.withdrawal.subject).toBe('Withdrawal of $100.00 sent')
  expect(letters.payout.text).toContain(`${url}/partner/wallet`)
  expect(letters.refund.text).toContain(`${url}/refund/secret`)
  expect(letters.payment.subject).toBe('$1,000.00 received')
  expect(letters.payment.text).toContain('Paid: over Lightning')
  expect(letters.approved.text).toContain(`${url}/reset-password?token=a-token_1`)
})

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }
const unescape = (html: string) => html.replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => named[name] ?? '')
