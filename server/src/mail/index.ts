export {
  type Fact,
  grouped,
  type Letter,
  minute,
  percent,
  shortenCustomerText,
  usd,
  writeLetter,
} from './email-template.ts'
export { mail } from './routes.sandbox.ts'
export { dropLetter, queueLetters, queueMail, retryLetter } from './table.ts'
export { takeCustomerEmail } from './take-customer-email.ts'
