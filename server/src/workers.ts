import type { FastifyBaseLogger } from 'fastify'
import { careForAccounts } from './account-care/worker.ts'
import { queueInvoiceEmails } from './checkout/worker.ts'
import type { Deps } from './deps.ts'
import { feeInvoices } from './fee-collection/worker.fee-invoices.ts'
import { sweepFees } from './fee-collection/worker.ts'
import { writeBtcpayDelivery } from './greenfield/write-btcpay-delivery.ts'
import { dropIfOutdated } from './invoices/drop-if-outdated.ts'
import { finishUncertainAttempts, finishUncertainInvoices, watchDueDates } from './invoices/worker.ts'
import { watchLnurlInvoices } from './lightning-addresses/worker.ts'
import { logFailure } from './log-failure.ts'
import { loopOuts } from './loop-out/worker.ts'
import { sendEmails } from './mail/worker.ts'
import { watchMerchants } from './merchants/worker.ts'
import { checkEngine, watchMachine, watchServers } from './operations/check-servers.ts'
import { auditLedger, checkPlatform } from './operations/worker.ts'
import { applyOwnKeys } from './own-keys/worker.ts'
import { carryEarnings } from './partners/worker.ts'
import { findLatePayments } from './payments/worker.late-payments.ts'
import { reconcileEngine } from './payments/worker.ts'
import type { MailServer } from './platform/mail/transport.ts'
import type { Worker } from './platform/workers/run-workers.ts'
import { fetchCurrencies, fetchPrices, fetchRates } from './prices/worker.ts'
import { pruneWorker } from './prune-worker.ts'
import { expireRefunds } from './refunds/worker.ts'
import { emailAboutRestore } from './restores/worker.ts'
import { watchPsbts } from './sends/watch-psbts.ts'
import { sendMoney } from './sends/worker.ts'
import { recordStatus } from './status/worker.ts'
import { leaveStores, provisionStores, watchLightning, watchWebhooks } from './stores/worker.ts'
import { returnUnsoldStock } from './tills/worker.ts'
import { fetchDetails, updateSums } from './transactions/worker.ts'
import { deliverWebhooks } from './webhooks/worker.ts'
import { redeemPromoCodes } from './withdrawals/worker.ts'

/** Every background worker. */
export const allWorkers = (
  deps: Deps,
  mail: Pick<MailServer, 'send' | 'verify'> | undefined,
  log: FastifyBaseLogger,
): Worker[] => [
  provisionStores(deps),
  reconcileEngine(deps, (storeRef, error) =>
    logFailure(log, error, { level: 'warn', message: 'a store could not be synced', about: { storeRef } }),
  ),
  sendMoney(deps),
  watchPsbts(deps),
  sweepFees(deps),
  feeInvoices(deps),
  redeemPromoCodes(deps),
  loopOuts(deps),
  ...deps.engines.all.map(({ id }) => checkEngine(deps, id)),
  recordStatus(deps),
  watchMachine(deps),
  watchServers(deps, mail?.verify),
  watchLightning(deps, (storeRef, error) =>
    logFailure(log, error, { level: 'warn', message: 'Lightning could not be checked', about: { storeRef } }),
  ),
  watchWebhooks(deps),
  leaveStores(deps),
  fetchPrices(deps),
  fetchRates(deps),
  fetchCurrencies(deps),
  fetchDetails(deps),
  updateSums(deps),
  finishUncertainInvoices(deps),
  finishUncertainAttempts(deps),
  watchDueDates(deps),
  findLatePayments(deps),
  expireRefunds(deps),
  watchLnurlInvoices(deps),
  queueInvoiceEmails(deps),
  ...sendEmails(deps.db, mail?.send, dropIfOutdated),
  deliverWebhooks(deps, writeBtcpayDelivery, (delivery, error) =>
    log.warn({ err: error, delivery }, 'a webhook could not be delivered'),
  ),
  carryEarnings(deps.db),
  auditLedger(deps),
  checkPlatform(deps),
  watchMerchants(deps),
  careForAccounts(deps),
  applyOwnKeys(deps),
  emailAboutRestore(deps),
  returnUnsoldStock(deps),
  pruneWorker(deps),
]
