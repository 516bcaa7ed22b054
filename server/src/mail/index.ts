export { maskAddress } from './describe-unsent.ts'
export {
  type Email,
  type Fact,
  type FormatMinute,
  formatMinute,
  grouped,
  type MailBrand,
  minute,
  percent,
  renderEmail,
  type Shop,
  shortenCustomerName,
  shortenCustomerText,
  usd,
} from './email-template.ts'
export { findMailName } from './find-mail-name.ts'
export { type Queued, queueEmail, queueEmails } from './queue-email.ts'
export { mail } from './routes.sandbox.ts'
export { discardEmail, discardHeldEmails, dropEmail, eraseEmailsOf, keepWaitingEmails, retryEmail } from './table.ts'
export { mailboxOf, takeCustomerEmail } from './take-customer-email.ts'
export { withoutTokens } from './without-tokens.ts'
