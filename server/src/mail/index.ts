export {
  type Email,
  type Fact,
  grouped,
  minute,
  percent,
  renderEmail,
  shortenCustomerText,
  usd,
} from './email-template.ts'
export { mail } from './routes.sandbox.ts'
export { discardEmail, queueEmail, queueEmails, retryEmail } from './table.ts'
export { takeCustomerEmail } from './take-customer-email.ts'
