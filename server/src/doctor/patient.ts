import type { DoctorArea } from '@bitquay/contract/doctor'
import type { Deps } from '../deps.ts'
import { type Machine, thisMachine } from '../operations/index.ts'
import { type Exchange, exchanges } from '../prices/index.ts'

/** What is checked: the platform as the settings describe it, whether or not a server is running. */
export type Patient = Pick<Deps, 'config' | 'db' | 'engine' | 'engines' | 'sealer' | 'macs' | 'version'> & {
  /** Why there is no database to ask. */
  databaseProblem?: string
}

/** What a test replaces, and how long is waited. */
export type Surroundings = Machine & {
  exchanges: readonly Exchange[]
  /** How long BTCPay may take to send a webhook. */
  webhookPatienceMs: number
}

export const surroundings: Surroundings = { ...thisMachine, exchanges, webhookPatienceMs: 20_000 }

/** What is checked, and what has an effect outside, which is done only on request. */
export type Request = {
  /** A single area. Undefined checks all. */
  only?: DoctorArea | undefined
  /** Who gets a test email. Undefined sends none. */
  testEmailTo?: string | undefined
  /** Creates and cancels an invoice, to see whether a webhook arrives. */
  testsWebhooks?: boolean
}
