import type { FastifyBaseLogger } from 'fastify'
import { prune } from './accounts/worker.ts'
import type { Deps } from './deps.ts'
import { sweepFees } from './fee-collection/worker.ts'
import { finishInvoices } from './invoices/finish-invoices.ts'
import { loopOuts } from './loop-out/worker.ts'
import { sendMail } from './mail/worker.ts'
import { watchPlatform } from './operations/watch-platform.ts'
import { auditLedger } from './operations/x-audit-ledger.ts'
import { carryEarnings } from './partners/worker.ts'
import { reconcileEngine } from './payments/worker.ts'
import { findLatePayments } from './payments/x-find-late-payments.ts'
import type { SendLetter } from './platform/mail/transport.ts'
import type { Worker } from './platform/workers/run-workers.ts'
import { fetchPrices } from './prices/worker.ts'
import { redeemPromoCodes } from './promo-codes/worker.ts'
import { sendMoney } from './sends/send-money.ts'
import { checkEngine } from './status/worker.ts'
import { provisionStores } from './stores/worker.ts'
import { checkLightning } from './stores/x-check-lightning.ts'
import { fetchDetails } from './transactions/worker.ts'
import { deliverWebhooks } from './webhooks/worker.ts'

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
