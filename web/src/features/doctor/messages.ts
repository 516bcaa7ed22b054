import { message } from '../../lib/message.ts'

export const purpose = message(
  'What a platform needs before and while strangers pay through it. npm run doctor checks the same on the server.',
)
export const checkAgain = message('Check again')
export const test = message('Test email and webhooks')
export const testTitle = message('Test email and webhooks?')
export const testPurpose = message(
  'You get an email, and BTCPay creates an invoice of 1 satoshi in the platform’s store, which is canceled at once. It can take half a minute.',
)
export const testConfirm = message('Test')
export const testFailed = message('Couldn’t run the tests. Try again in a minute.')
export const failedToast = message('Nothing was tested')
export const checkedAt = message('Checked at {time}')
export const checks = message('Checks')
export const notLoadedTitle = message('Couldn’t run the checks')
export const notLoaded = message('Nothing was changed. Try again, or run npm run doctor on the server.')

export const failedCount = message('{count} failed')
export const warningCount = message('{count, plural, one{# warning} other{# warnings}}')
export const nothingWrong = message('Nothing to do')

export const ok = message('OK')
export const warning = message('Warning')
export const failed = message('Failed')
export const skipped = message('Skipped')

export const settings = message('Settings')
export const database = message('Database')
export const backup = message('Backup')
export const work = message('Servers')
export const btcpay = message('BTCPay Server')
export const webhooks = message('Webhooks')
export const explorer = message('Block explorer')
export const email = message('Email')
export const prices = message('Prices')
export const clock = message('Clock')
export const address = message('Public address')
export const disk = message('Disk')
