import { message } from '../../lib/message.ts'

export const restoredAt = message(
  'Restored {restoredAt}, from the backup of {backupAt}. What happened in between may be missing.',
)
export const noneTitle = message('No restore yet')
export const none = message('After you restore a backup, you review here what it brought back.')
export const loadFailedTitle = message('Couldn’t load the review')
export const loadFailed = message('Nothing was changed. Try again in a minute.')

export const paused = message('Nothing is paid until you finish this page. {left} of {total} are left.')
export const pausedText = message(
  'Payments from customers still arrive and are recorded. Merchants see “Withdrawals are paused for a check”.',
)
export const finished = message('Payouts resumed {date}.')
export const finishedText = message(
  'People who aren’t confirmed yet still can’t sign in, and their stores pay nothing.',
)
export const otherReviewer = message(
  'Another admin reviews this restore. To take over, run “npm run restore -- --new-code” and sign in with the new code.',
)

export const left = message('{count} left')
export const done = message('Done')
export const failedToast = message('Error')

// People.
export const people = message('People')
export const peopleNote = message('Nobody signs in before they are confirmed')
export const peopleHint = message('Owners confirm their own team. A store pays nothing until its owner has returned.')
export const peopleEmpty = message('The backup had no other people.')
export const admin = message('Admin')
export const partner = message('Partner')
export const owner = message('Owner')
export const noTwoFactor = message('2FA off')
export const inactive = message('Inactive')
export const personLine = message('{kind}, {email}')
export const choose = message('Choose {name}')
export const unconfirmed = message('Not confirmed')
export const confirmed = message('Link emailed')
export const returned = message('Signed in again')
export const confirmCount = message('{count, plural, =0{Confirm} one{Confirm # person} other{Confirm # people}}')
export const confirmTitle = message('{count, plural, one{Confirm # person?} other{Confirm # people?}}')
export const confirmPurpose = message(
  'Each gets an email with a link to set a new password. Confirm only people who you know had access when the platform was restored.',
)
export const confirm = message('Confirm')
export const confirming = message('Confirming...')
export const confirmedToast = message('Confirmed')
export const confirmFailed = message('Couldn’t confirm these people')

// API keys.
export const keys = message('API keys')
export const keysNote = message('A key revoked after {time} would work again')
export const keysEmpty = message('The backup had no API keys.')
export const keyLine = message(
  '{store}. {count, plural, =0{Not used since} one{Used once since the restore, declined} other{Used # times since the restore, all declined}}',
)
export const revoke = message('Revoke')
export const revokeNamed = message('Revoke {name}')
export const letWork = message('Let it work')
export const letWorkNamed = message('Let {name} work')
export const willBeRevoked = message('Will be revoked')
export const works = message('Works')
export const change = message('Change')
export const changeNamed = message('Change {name}')
export const decideFailed = message('Couldn’t save this decision')

// What the restore did by itself.
export const doneForYou = message('Links, codes and tills')
export const doneNote = message('Done for you')
export const links = message('Password reset and invitation links')
export const linksText = message('None works anymore. Who is confirmed gets a new link.')
export const linksDone = message('Replaced')
export const changes = message('Account changes under way')
export const changesText = message('Changes of email addresses, recoveries and closings. Their owners were emailed.')
export const changesDone = message('Canceled')
export const codes = message('{count, plural, one{# promo code} other{# promo codes}}')
export const codesText = message('May have been used after the backup. Decide on each one in Promo Codes.')
export const codesDone = message('Suspended')
export const emails = message('{count, plural, one{# email that waited} other{# emails that waited}}')
export const emailsText = message(
  'May have been sent after the backup. Send single ones again on the System page. The others are discarded when payouts resume.',
)
export const emailsDone = message('Held')
export const tills = message('{count, plural, one{# till device} other{# till devices}} of {store}')
export const tillsText = message('The store adds them again.')
export const tillsDone = message('Signed out')

// Resuming.
export const resume = message('Resume payouts')
export const decided = message('{decided} of {total} decided')
export const toDecide = message('To decide')
export const itemsLeft = message(
  '{count, plural, one{# item left to decide.} other{# items left to decide.}} Then your code',
)
export const allDecided = message('Everything is decided. Your code resumes payouts')
export const resumeTitle = message('Resume payouts?')
export const resumePurpose = message(
  'Payouts and sweeps start again. Stores whose owner isn’t confirmed stay paused. API keys you chose to revoke are revoked now.',
)
export const resuming = message('Resuming...')
export const resumedToast = message('Payouts resumed')
export const resumeFailed = message('Couldn’t resume payouts')
export const why = message('Why this page')
export const whyText = message(
  'The records went back to {time}. Who was removed and which keys were revoked since then can’t be known, so you decide.',
)
export const whyKept = message('Your choices are kept in the audit log. You can leave and come back.')
