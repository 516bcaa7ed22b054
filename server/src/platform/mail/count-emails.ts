import type { Metrics } from '../metrics/metrics.ts'
import type { SendEmail } from './transport.ts'

/** Counts what the mail server accepts and what fails. */
export const countEmails =
  (send: SendEmail, metrics: Pick<Metrics, 'countEmail'>): SendEmail =>
  async (email) => {
    try {
      await send(email)
      metrics.countEmail('accepted')
    } catch (error) {
      metrics.countEmail('failed')
      throw error
    }
  }
