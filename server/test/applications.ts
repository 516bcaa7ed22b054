import { submitApplication } from '@bitquay/contract/applications'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { ask } from './people.ts'

let count = 0

/** What a business writes when it applies. */
export const application = {
  businessName: 'Corner Shop',
  businessType: 'E-commerce',
  businessDescription: 'Sells useful things to people nearby',
  contactName: 'Sam Shop',
  contactPhone: '555 010 0200',
  monthlyVolume: 'Less than $10,000',
}

/** A business that applies, with an email address of its own. */
export const addApplication = async (app: TestApp, more: Record<string, string> = {}) => {
  const contactEmail = `applicant-${++count}@example.test`
  const body = { ...application, contactEmail, website: 'https://corner.example.test', ...more }
  expect((await ask(app, submitApplication, { body })).status).toBe(200)
  const { id } = await app.deps.db
    .selectFrom('merchantApplications')
    .select('id')
    .where('email', '=', contactEmail)
    .executeTakeFirstOrThrow()
  return { id, email: contactEmail }
}
