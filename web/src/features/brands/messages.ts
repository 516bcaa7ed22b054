import { message } from '../../lib/message.ts'

// The logo.
export const logo = message('Logo')
export const hasLogo = message('Your logo')
export const noLogo = message('No logo yet')
export const logoHint = message('PNG, JPEG or WebP, square, at least 128 px, up to 2 MB')
export const chooseLogo = message('Upload')
export const replaceLogo = message('Replace')
export const remove = message('Remove')
export const logoSaved = message('Logo updated')
export const logoRemoved = message('Logo removed')
export const logoFailed = message('Couldn’t save the logo. Try again.')
export const fileTooLarge = message('This file is larger than 2 MB. Choose a smaller one.')

// The color.
export const color = message('Color')
export const colorCode = message('Color code')
export const standardColor = message('{platform}’s color')
export const teal = message('Teal')
export const blue = message('Blue')
export const plum = message('Plum')
export const rust = message('Rust')
export const green = message('Green')
export const black = message('Black')
export const goodContrast = message('White text on it has a contrast of {contrast} to 1')
export const adapted = message(
  'Too light for white text. Customers see {color}, where white text has a contrast of {contrast} to 1',
)
export const colorInvalid = message('Enter a color such as 0F6E84')

// Name and contact.
export const name = message('Name on checkout')
export const nameHint = message('Leave empty to use your business name, {name}.')
export const contact = message('Support contact')
export const contactHint = message(
  'An email address or a link. Customers see it on their payment, receipts and emails.',
)
export const contactInvalid = message('Enter an email address or a link that starts with https://')

// Saving.
export const managersOnly = message('Only the owner and admins can change the branding.')
export const unsaved = message('You have unsaved changes')
export const discard = message('Discard')
export const save = message('Save Changes')
export const saving = message('Saving...')
export const savedToast = message('Success')
export const saved = message('Branding updated')
export const failedToast = message('Error')
export const failed = message('Couldn’t save the branding. Try again.')
export const loadFailedTitle = message('Couldn’t load your branding')
export const loadFailed = message('Customers still see it. Try again in a moment.')

// The preview.
export const preview = message('Preview')
export const shownOn = message('Shown on')
export const checkoutPage = message('Checkout')
export const emailPage = message('Email')
export const receiptPage = message('Receipt')
export const paymentsBy = message('Payments by')
export const sampleItem = message('Season pass, winter')
export const sampleInvoice = message('Invoice 8Kq2')
export const sampleCode = message('Sample payment code')
export const openWallet = message('Open in wallet')
export const youPaid = message('You paid {store}')
export const hereIsReceipt = message('Here is your receipt.')
export const viewReceipt = message('View receipt')
export const receipt = message('Receipt')
export const amount = message('Amount')
export const paidWith = message('Paid with')
export const onChain = message('Bitcoin, on-chain')
export const questions = message('Questions? Contact {store}: {contact}')
