import type { ApiScope } from '@bitquay/contract/call'
import { findCodeProblem } from '../../lib/check-code.ts'
import type { FieldSentences } from '../../lib/use-contract-form.ts'
import * as t from './messages.ts'
import type { NewApiKey } from './use-api-keys.ts'

/** What is typed, as it is typed. */
export type KeyForm = {
  name: string
  scopes: ApiScope[]
  allowedSources: string
  withdrawalAddresses: string
  dailyRefundLimitUsd: string
  expiresInDays: string
  twoFactorToken: string
}
export type KeyProblems = FieldSentences<KeyForm>

export const emptyKeyForm: KeyForm = {
  name: '',
  scopes: ['read', 'invoices'],
  allowedSources: '',
  withdrawalAddresses: '',
  dailyRefundLimitUsd: '',
  expiresInDays: '',
  twoFactorToken: '',
}

/** Such a key takes a code from the person's authenticator app. */
export const movesMoney = ({ scopes }: Pick<KeyForm, 'scopes'>) =>
  scopes.includes('refunds') || scopes.includes('withdrawals')

/** Dollars a day; left empty, the key refunds nothing. */
export const isLimit = (text: string) => /^(\d{1,7}(\.\d{1,2})?)?$/.test(text.trim())

export const findKeyProblems = (form: KeyForm): KeyProblems => {
  const sends = form.scopes.includes('withdrawals')
  return {
    ...(form.name.trim() ? {} : { name: t.nameMissing }),
    ...(form.scopes.length > 0 ? {} : { scopes: t.scopeMissing }),
    ...(sends && linesOf(form.withdrawalAddresses).length === 0 ? { withdrawalAddresses: t.addressMissing } : {}),
    ...(form.scopes.includes('refunds') && !isLimit(form.dailyRefundLimitUsd)
      ? { dailyRefundLimitUsd: t.limitInvalid }
      : {}),
    ...(movesMoney(form) ? { twoFactorToken: findCodeProblem(form.twoFactorToken) } : {}),
  }
}

export const toNewKey = (form: KeyForm): NewApiKey => {
  const sends = form.scopes.includes('withdrawals')
  return {
    name: form.name.trim(),
    scopes: form.scopes,
    allowedSources: linesOf(form.allowedSources),
    withdrawalAddresses: sends ? linesOf(form.withdrawalAddresses) : [],
    ...(form.scopes.includes('refunds') && form.dailyRefundLimitUsd.trim()
      ? { dailyRefundLimitUsd: form.dailyRefundLimitUsd.trim() }
      : {}),
    ...(form.expiresInDays ? { expiresInDays: Number(form.expiresInDays) } : {}),
    ...(movesMoney(form) ? { twoFactorToken: form.twoFactorToken } : {}),
  }
}

/** One thing on each line; commas and spaces between them do as well. */
export const linesOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean)
