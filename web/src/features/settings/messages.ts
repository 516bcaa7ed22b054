import { message } from '../../lib/message.ts'

// Tabs.
export const tabs = message('Settings')
export const business = message('Business')
export const branding = message('Branding')
export const team = message('Team')
export const notifications = message('Notifications')
export const payments = message('Payments')
export const developer = message('Developer')

// Business details.
export const details = message('Business details')
export const detailsWhy = message('Customers see your business name on invoices and emails.')
export const businessName = message('Business name')
export const email = message('Email')
export const emailHint = message('Contact support to change your email address')
export const managersOnly = message('Only the owner and admins can change the business name.')
export const unsaved = message('Unsaved: {field}')
export const unsavedName = message('business name')
export const discard = message('Discard')
export const save = message('Save Changes')
export const saving = message('Saving...')
export const savedToast = message('Success')
export const saved = message('Account updated successfully')
export const failedToast = message('Error')
export const failed = message('Failed to update account')

// Account status.
export const accountStatus = message('Account Status')
export const accountStatusWhy = message('Your access to this store.')
export const status = message('Status')
export const active = message('Active')
export const inactive = message('Inactive')
export const closed = message('Closed')
export const yourRole = message('Your role')
export const owner = message('Owner')
export const admin = message('Admin')
export const user = message('User')
export const twoFactor = message('Two-factor authentication')
export const enabled = message('Enabled')
export const setUp = message('Set up 2FA')
export const merchantSince = message('Merchant since')

// How this person sees the product.
export const display = message('Display')
export const displayWhy = message('Only you see these changes. They don’t change any amount.')
export const timeZone = message('Time zone')
export const timeZoneHint = message('Dates, days and charts follow it.')
export const browserZone = message('This browser ({zone})')
export const bitcoinUnit = message('Bitcoin amounts')
export const unitBtc = message('BTC, such as 0.00250000 BTC')
export const unitSats = message('sats, such as 250,000 sats')
export const currency = message('Also show balances in')
export const currencyHint = message('Converted at the current rate. Payments and fees stay in bitcoin and dollars.')
export const noCurrency = message('US dollars only')
export const shortcuts = message('Keyboard shortcuts')
export const shortcutsHint = message('Single keys such as J, K and / act on lists.')
export const preferencesFailed = message('Couldn’t save this. Try again.')

// Closing the account.
export const personalData = message('Your data')
export const personalDataWhy = message('Download what we store about you.')
export const closeAccount = message('Close account')
export const closeAccountWhy = message('Stop accepting payments. Only our support can reopen the account.')

// Notifications.
export const notificationsWhy = message(
  'Only for you. Emails about security are always sent, and the owner always gets those about withdrawals.',
)

// Payments.
export const lightningAddress = message('Lightning Address')
export const lightningAddressWhy = message('A name that any Lightning wallet can pay, and a code to print.')
export const depositAddresses = message('Deposit addresses')
export const depositAddressesWhy = message(
  'Bitcoin addresses that stay the same for a customer. The usual fee applies.',
)
export const fees = message('Fees')
export const feesWhy = message('What each payment and withdrawal costs. We announce changes 30 days ahead.')
export const unconfirmed = message('Unconfirmed payments')
export const unconfirmedWhy = message('For invoices with 0 confirmations, such as at a counter.')
export const zeroLimit = message('Accept payments below (USD)')
export const zeroLimitHint = message(
  'Payments below this count as paid right away. A few may never arrive. Enter 0 to always wait.',
)
export const unsavedLimit = message('limit')

export const customerPages = message('Customer pages')
export const customerPagesWhy = message(
  'Checkout, payment links, refunds and emails are in your customer’s language where we know it.',
)
export const defaultLanguage = message('Default language')
export const defaultLanguageHint = message('For customers whose language isn’t known, and for emails.')
export const languageOnlyManagers = message('Only the owner and admins can change the default language.')
export const reminders = message('Payment reminders')
export const remindersHint = message(
  'Customers of emailed invoices are reminded 3 days before and 1 and 7 days after the due date, until they pay.',
)
export const remindersFailed = message('Couldn’t save this. Try again.')
export const languageFailed = message('Couldn’t save the language. Try again.')

// Developer.
export const readGuide = message('Read the guide')
export const embedding = message('Embedded checkout')
export const embeddingWhy = message(
  'Customers can pay in a window over your shop’s page. Only the sites below may show it. {help}',
)
export const embeddingHelp = message('How to add it')
export const sites = message('Sites')
export const sitesHint = message('One address per line, such as https://shop.example.com, without a path.')
export const siteInvalid = message('“{site}” isn’t the address of a site. Enter it like https://shop.example.com.')
export const tooManySites = message('You can list at most 20 sites.')
export const unsavedSites = message('sites')
export const sitesSaved = message('Sites updated')
export const sitesFailed = message('Couldn’t save the sites. Try again.')
export const sitesNotLoaded = message('Couldn’t load the sites. Reload the page to try again.')
export const verifyWebhooks = message('How to verify signatures')

// When they can’t be loaded.
export const loadFailedTitle = message('Unable to load your account')
export const loadFailed = message('Couldn’t load your settings. Your money is safe.')
