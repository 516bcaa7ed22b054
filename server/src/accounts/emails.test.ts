import { expect, test } from 'vitest'
import * as emails from './emails.ts'

const url = 'https://pay.example.test'
const from = { device: '<img src=x onerror=alert(1)>', address: '203.0.113.9', at: new Date('2026-03-01T12:34:56Z') }
const all = [
  emails.passwordResetEmail(url, 'a-token_1'),
  emails.invitationEmail(url, 'a-token_1', 'Tom & "Jerry" <b>'),
  emails.passwordChangedEmail(url, from),
  emails.newSignInEmail(url, from),
  emails.twoFactorEnabledEmail(url, from),
  emails.twoFactorDisabledEmail(url, from),
  emails.twoFactorPausedEmail(url, from),
  emails.recoveryCodeUsedEmail(url, from, 1),
  emails.recoveryCodesRenewedEmail(url, from),
]

test('text from others is escaped', () => {
  for (const { html } of all) expect(html).not.toMatch(/<img|<b>|onerror=alert\(1\)>/)
})

test('every link is ours and nothing is loaded from elsewhere', () => {
  for (const { html, text } of all) {
    for (const [, link] of html.matchAll(/(?:href|src)="([^"]*)"/g)) expect(link?.startsWith(`${url}/`)).toBe(true)
    for (const [link] of text.matchAll(/https?:\/\/\S+/g)) expect(link.startsWith(`${url}/`)).toBe(true)
    expect(html).not.toMatch(/<script|<link|<style|@import/)
  }
})

test('plain text and HTML say the same', () => {
  const reset = emails.passwordResetEmail(url, 'a-token_1')
  for (const body of [reset.text, reset.html]) {
    expect(body).toContain(`${url}/reset-password?token=a-token_1`)
    expect(body).toContain('30 minutes')
  }
  expect(emails.newSignInEmail(url, from).text).toContain('When: Mar 1, 2026, 12:34 PM UTC.')
  expect(emails.recoveryCodeUsedEmail(url, from, 1).text).toContain('You have 1 code left.')
})
