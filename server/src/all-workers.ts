import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from './deps.ts'
import type { SendLetter } from './platform/mail/transport.ts'
import type { Worker } from './platform/workers/run-workers.ts'
import { auditLedger } from './workers/audit-ledger.ts'
import { carryEarnings } from './workers/carry-earnings.ts'
import { checkEngine } from './workers/check-engine.ts'
import { checkLightning } from './workers/check-lightning.ts'
import { deliverWebhooks } from './workers/deliver-webhooks.ts'
import { fetchDetails } from './workers/fetch-details.ts'
import { fetchPrices } from './workers/fetch-prices.ts'
import { findLatePayments } from './workers/find-late-payments.ts'
import { finishInvoices } from './workers/finish-invoices.ts'
import { loopOuts } from './workers/loop-outs.ts'
import { provisionStores } from './workers/provision-stores.ts'
import { prune } from './workers/prune.ts'
import { reconcileEngine } from './workers/reconcile-engine.ts'
import { redeemPromoCodes } from './workers/redeem-promo-codes.ts'
import { sendMail } from './workers/send-mail.ts'
import { sendMoney } from './workers/send-money.ts'
import { sweepFees } from './workers/sweep-fees.ts'
import { watchPlatform } from './workers/watch-platform.ts'

/** Everything that time does. */
export const allWorkers = (deps: Deps, send: SendLetter | undefined, log: FastifyBaseLogger): Worker[] => [
  provisionStores(deps),
  reconcileEngine(deps, (storeRef, error) => log.warn({ err: error, storeRef }, 'a store could not be read')),
  sendMoney(deps),
  sweepFees(deps),
  redeemPromoCodes(deps),
  loopOuts(deps),
  checkEngine(deps),
  checkLightning(deps, (storeRef, error) => log.warn({ err: error, storeRef }, 'Lightning could not be checked')),
  fetchPrices(deps),
  fetchDetails(deps),
  finishInvoices(deps),
  findLatePayments(deps),
  sendMail(deps.db, send),
  deliverWebhooks(deps, (delivery, error) => log.warn({ err: error, delivery }, 'a webhook could not be delivered')),
  carryEarnings(deps.db),
  auditLedger(deps),
  watchPlatform(deps),
  prune(deps.db),
]
