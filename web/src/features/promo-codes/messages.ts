import { message } from '../../lib/message.ts'

export const lead = message('Each code waives the fee of one withdrawal and forgives platform fees owed.')
export const emptyTitle = message('No promo codes created yet')
export const empty = message('Merchants enter a code when they process a withdrawal')
export const notLoadedTitle = message('Unable to load promo codes')
export const notLoaded = message('No money is affected. Try again in a minute.')

export const all = message('All')
export const noMatch = message('No promo codes in this view')
export const showAll = message('Show all')
export const codes = message('Promo codes')
export const nextExpires = message('Next expires {date}')
export const ofCreated = message('of {count} created')
export const saved = message('Saved by merchants')
export const savedNote = message('Fees waived and forgiven')

// A code.
export const active = message('Active')
export const suspended = message('Suspended')
export const suspendedText = message('It may have been used after the backup that was restored.')
export const used = message('Used')
export const expired = message('Expired')
export const revoked = message('Revoked')
export const code = message('Promo code')
export const created = message('Created')
export const createdBy = message('Created by {person}')
export const expires = message('Expires')
export const never = message('Never')
export const usedBy = message('Used by')
export const amountSaved = message('Amount saved')
export const transaction = message('Transaction')

// The dialog that creates one.
export const createCode = message('Create Promo Code')
export const description = message('Description')
export const expiresInDays = message('Expires In (Days)')
export const create = message('Create')
export const creating = message('Creating...')
export const createdToast = message('Promo code created')
export const usableOnce = message('{code} can be used once.')
export const failedToast = message('Error')
export const createFailed = message('Failed to create promo code')

// The dialog that revokes one.
export const revoke = message('Revoke')
export const revokeCode = message('Revoke {code}')
export const revokePurpose = message('Nobody can use this code anymore. You can’t undo this.')
export const revoking = message('Revoking...')
export const revokedToast = message('Promo code revoked')
export const notUsable = message('{code} can’t be used anymore.')
export const revokeFailed = message('Couldn’t revoke the promo code')

// The dialog that lets a suspended one work.
export const letWork = message('Let it work')
export const letWorkCode = message('Let {code} work')
export const letWorkPurpose = message(
  'It may have been used after the backup. Ask the merchant you gave it to. If it was used, revoke it instead.',
)
export const resuming = message('Saving...')
export const resumedToast = message('Promo code works again')
export const resumeFailed = message('Couldn’t let the promo code work')
