import { expect, test } from 'vitest'
import * as letters from './emails.ts'

const url = 'https://pay.example.test'
const from = { device: '<img src=x onerror=alert(1)>', address: '203.0.113.9', at: new Date('2026-03-01T12:34:56Z') }
const all = [
  letters.passwordResetEmail(url, 'a-token_1'),
  letters.invitationEmail(url, 'a-token_1', 'Tom & "Jerry" <b>'),
  letters.passwordChangedEmail(url, from),
  letters.newSignInEmail(url, from),
  letters.twoFactorEnabledEmail(url, from),
  letters.twoFactorDisabledEmail(url, from),
  letters.twoFactorPausedEmail(url, from),
  letters.recoveryCodeUsedEmail(url, from, 1),
  letters.recoveryCodesRenewedEmail(url, from),
]

test('what others wrote stays text', () => {
  for (const { html } of all) expect(html).not.toMatch(/<img|<b>|onerror=alert\(1\)>/)
})

test('every link is ours, and nothing is loaded from anywhere', () => {
  for (const { html, text } of all) {
    for (const [, link] of html.matchAll(/(?:href|src)="([^"]*)"/g)) expect(link?.startsWith(`${url}/`)).toBe(true)
    for (const [link] of text.matchAll(/https?:\/\/\S+/g)) expect(link.startsWith(`${url}/`)).toBe(true)
    expect(html).not.toMatch(/<script|<link|<style|@import/)
  }
})

test('the plain letter says what the other one says', () => {
  const reset = letters.passwordResetEmail(url, 'a-token_1')
  for (const body of [reset.text, reset.html]) {
    expect(body).toContain(`${url}/reset-password?token=a-token_1`)
    expect(body).toContain('30 minutes')
  }
  expect(letters.newSignInEmail(url, from).text).toContain('When: 2026-03-01 12:34 UTC.')
  expect(letters.recoveryCodeUsedEmail(url, from, 1).text).toContain('One is left.')
})
