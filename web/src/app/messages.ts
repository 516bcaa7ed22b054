import { message } from '../lib/message.ts'

// When a page fails.
export const pageFailed = message('Couldn’t show this page')
export const pageFailedNext = message('Your money is safe. Try again, and contact us if it keeps happening.')
export const tryAgain = message('Try Again')
export const help = message('Help')
export const support = message('Support chat')

// The bar in test mode.
export const mineFailedToast = message('Couldn’t mine a block')
export const mineFailed = message('Couldn’t reach the server.')
export const testMode = message('Test mode')
export const testModeLead = message('Test mode.')
export const notReal = message('The money is not real.')
export const block = message('Block {height}')
export const mine = message('Mine a block')
export const sandbox = message('Sandbox')

// The last step of an invitation.
export const enrollTitle = message('Set up two-factor authentication')
export const enrollPurpose = message(
  'Your account can move money, so it needs a code from an app on your phone. This is the last step.',
)
export const signOut = message('Sign out')
export const continueButton = message('Continue')

// Around every page of a portal.
export const admin = message('Admin')
export const merchant = message('Merchant')
export const partner = message('Partner')
export const invoice = message('Invoice')
export const send = message('Send')
export const sidebar = message('Sidebar')
export const skip = message('Skip to content')
export const more = message('More')
export const dashboardOf = message('{brand}, dashboard')
export const lightTheme = message('Light theme')
export const darkTheme = message('Dark theme')
