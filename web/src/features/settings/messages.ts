import { message } from '../../lib/message.ts'

// Tabs.
export const tabs = message('Settings')
export const business = message('Business')
export const branding = message('Branding')
export const team = message('Team')
export const notifications = message('Notifications')
export const payments = message('Payments')
export const developer = message('Developer')

// Business: the name.
export const nameSection = message('Name')
export const nameWhy = message('Customers see your business name on checkout, invoices and receipts.')
export const businessName = message('Business name')
export const legalName = message('Legal name')
export const ifDifferent = message('if different')
export const legalNameHint = message('Printed on receipts.')
export const managersOnly = message('Only the owner and admins can change business settings.')
export const unsavedName = message('business name')
export const unsavedLegalName = message('legal name')

// Business: address and tax.
export const addressSection = message('Address and tax')
export const addressWhy = message('Printed on receipts. Payment links show the street and city.')
export const street = message('Street')
export const city = message('City')
export const state = message('State')
export const zip = message('ZIP')
export const country = message('Country')
export const chooseCountry = message('Choose a country')
export const taxId = message('Tax ID')
export const taxIdHint = message('EIN or VAT number.')
export const unsavedStreet = message('street')
export const unsavedCity = message('city')
export const unsavedState = message('state')
export const unsavedZip = message('ZIP')
export const unsavedCountry = message('country')
export const unsavedTaxId = message('tax ID')

// Business: contact.
export const contactSection = message('Contact')
export const contactWhy = message('Printed on receipts. Customers can call you from payment links and checkout.')
export const phone = message('Phone')
export const website = message('Website')
export const signInEmail = message('Sign-in email')
export const emailHint = message('Contact support to change your email address')
export const unsavedPhone = message('phone')
export const unsavedWebsite = message('website')

// Business: region.
export const regionSection = message('Region')
export const regionWhy = message('Sets how dates and reports read.')
export const shopZoneHint = message(
  'Receipts show this time. So do your pages, unless you chose another zone under Display.',
)
export const noZone = message('Not set')
export const zoneNow = message('{zone}, {time} now')
export const currencyNamed = message('{name} ({code})')
export const currencyHint = message('New invoices start with it.')
export const dayEnds = message('Business day ends at')
export const midnight = message('Midnight')
export const hourOfMorning = message('{hour}:00 AM')
export const dayEndsMidnight = message('In reports, a sale at 12:30 AM counts for the new day.')
export const dayEndsLater = message('In reports, a sale at 12:30 AM counts for the day before.')
export const unsavedTimeZone = message('time zone')
export const unsavedCurrency = message('currency')
export const unsavedDayEnd = message('end of day')

// Saving.
export const unsaved = message('Unsaved: {fields}')
export const discard = message('Discard')
export const save = message('Save Changes')
export const saving = message('Saving...')
export const savedToast = message('Success')
export const saved = message('Account updated successfully')
export const failedToast = message('Error')
export const failed = message('Failed to update account')

// Business: the account.
export const accountSection = message('Account')
export const accountWhy = message('Your status and role.')
export const merchantId = message('Merchant ID')
export const status = message('Status')
export const active = message('Active')
export const inactive = message('Inactive')
export const closed = message('Closed')
export const yourRole = message('Your role')
export const owner = message('Owner')
export const admin = message('Admin')
export const user = message('User')
export const twoFactor = message('Two-factor authentication')
export const isOn = message('On')
export const setUp = message('Set up 2FA')
export const merchantSince = message('Merchant since')

// How this person sees the product.
export const display = message('Display')
export const displayWhy = message('Only you see these changes. They don’t change any amount.')
export const timeZone = message('Time zone')
export const ownTimeZone = message('Your time zone')
export const timeZoneHint = message('Dates, days and charts follow it.')
export const shopZone = message('The business’s ({zone})')
export const browserZone = message('This browser ({zone})')
export const bitcoinUnit = message('Bitcoin amounts')
export const unitBtc = message('BTC, such as 0.00250000 BTC')
export const unitSats = message('sats, such as 250,000 sats')
export const alsoShow = message('Also show balances in')
export const alsoShowHint = message('Converted at the current rate. Payments and fees stay in bitcoin and dollars.')
export const currency = message('Currency')
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

// Payments: at checkout.
export const atCheckout = message('At checkout')
export const waysToPay = message('Ways to pay')
export const waysToPayWhy = message('What new invoices offer your customer.')
export const lightning = message('Lightning')
export const lightningHint = message('Arrives in seconds. Best for small amounts.')
export const noLightning = message('Your store doesn’t accept Lightning.')
export const onChain = message('Bitcoin on-chain')
export const onChainHint = message('Arrives in about 10 minutes. Best above $100.')
export const lastMethod = message('Keep at least one way to pay.')
export const priceAndTime = message('Price and time')
export const priceAndTimeWhy = message(
  'The bitcoin price is locked while your customer pays. You can change it per invoice.',
)
export const priceLockedFor = message('Price locked for')
export const minutes = message('{count, number} minutes')
export const hours = message('{count, plural, one{# hour} other{# hours}}')
export const shortBy = message('Accept if short by (%)')
export const shortByHint = message('Covers wallet rounding.')
export const shortWrong = message('Enter a percentage from 0 to 5')
export const unsavedPrice = message('price lock')
export const unsavedShort = message('accepted shortfall')
export const passFee = message('Pass the fee to the customer')
export const passFeeHint = message('Adds {percent} to the bill. You can change it per invoice.')
export const language = message('Language')
export const languageWhy = message('We use your customer’s language when we know it.')
export const otherLanguage = message('Otherwise')
export const languageOnlyManagers = message('Only the owner and admins can change the language.')
export const emailedInvoices = message('Emailed invoices')
export const emailedInvoicesWhy = message('What customers get after the invoice.')

// Payments: at the counter.
export const atCounter = message('At the counter')
export const fastPayments = message('Fast on-chain payments')
export const fastPaymentsWhy = message('Treat small payments as paid before the first confirmation.')
export const zeroLimit = message('Up to')
export const zeroLimitHint = message(
  'Payments below this count as paid right away. A few may never arrive. Enter 0 to always wait.',
)
export const unsavedLimit = message('limit')

// Payments: addresses to print and share.
export const addresses = message('Addresses to print and share')
export const lightningAddress = message('Lightning Address')
export const lightningAddressWhy = message('Works like an email address for payments.')
export const depositAddresses = message('Deposit addresses')
export const depositAddressesWhy = message('One Bitcoin address per customer that never changes.')

// Payments: what it costs.
export const whatItCosts = message('What it costs')
export const feeStructure = message('Fee Structure')
export const feesWhy = message('No setup or monthly fees. We announce changes 30 days ahead.')
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
