import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { defaultGate } from '../btcpay/src/gate.ts'
import { pausesSeconds } from '../server/src/webhooks/retry-schedule.ts'
import { rules } from '../web/src/content/docs/webhooks.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const errors = 'contract/src/errors.ts'
const engines = 'docs/operating/btcpay.md'
const connections = 'docs/operating/connections.md'
const security = 'docs/security.md'

/** Where a limit is stated, in which words, and the constant that decides. `#` is the number. */
const limits = [
  [errors, 'A PDF has at most # rows.', 'server/src/platform/http/pdf.ts', 'mostPdfRows'],
  [errors, 'You already have # tills.', 'server/src/tills/table.ts', 'mostTills'],
  [errors, 'This till already has # devices.', 'server/src/tills/table.devices.ts', 'mostDevices'],
  [errors, 'This till already has # cashiers.', 'server/src/tills/table.cashiers.ts', 'mostCashiers'],
  [errors, 'You already have # API keys.', 'server/src/api-keys/table.ts', 'mostKeys'],
  [errors, 'You already have # endpoints.', 'server/src/webhooks/table.endpoints.ts', 'mostEndpoints'],
  [errors, 'You already have # event streams open.', 'server/src/platform/events/event-streams.ts', 'mostStreams'],
  [errors, 'at most # deposit addresses.', 'server/src/deposit-addresses/table.ts', 'mostAddresses'],
  [errors, 'You can reserve at most # names.', 'server/src/lightning-addresses/table.ts', 'mostNames'],
  [errors, 'invoices from the last # days.', 'server/src/refunds/offer-refund-by-key.ts', 'keyReachDays'],
  [errors, 'Fee increases need at least # days’ notice', 'contract/src/fees.ts', 'feeNoticeDays'],
  ['docs/api.md', 'A store has at most #.', 'server/src/deposit-addresses/table.ts', 'mostAddresses'],
  ['docs/api.md', 'at most # of each key', 'server/src/api-keys/table.requests.ts', 'mostRequests'],
  ['docs/api.md', 'limited to # an hour per store', 'server/src/mail/take-customer-email.ts', 'perMerchant'],
  ['docs/api.md', 'pays at least # sat/vB', 'server/src/payments/judge-early.ts', 'leastSatPerVb'],
  ['docs/loop-outs.md', 'waits # hours after the expiry', 'server/src/loop-out/table.invoices.ts', 'heldHtlcHours'],
  ['docs/loop-outs.md', '# days after the expiry', 'server/src/loop-out/table.invoices.ts', 'lostNodeDays'],
  [engines, 'pages of # transactions', 'server/src/stores/read-wallet.ts', 'pageSize'],
  [engines, '# coins and', 'btcpay/src/resources/wallet.ts', 'mostCoins'],
  [engines, 'and # labels per transaction', 'btcpay/src/wire/wallet.ts', 'mostLabels'],
  [engines, 'up to # transactions', 'server/src/payments/sync-wallet.ts', 'deepestRow'],
  [connections, 'makes up to # attempts', 'server/src/mail/worker.ts', 'mostAttempts'],
  [
    'docs/operating/records.md',
    'notifications, reports about a checkout | # days',
    'server/src/notifications/table.ts',
    'keptDays',
  ],
  [connections, 'a price younger than # minutes', 'server/src/prices/table.ts', 'freshMinutes'],
  [engines, 'a webhook older than # seconds', 'server/src/stores/table.hooks.ts', 'lateSeconds'],
  [security, 'most # unprocessed', 'server/src/stores/table.hooks.ts', 'mostWaiting'],
  [security, 'and # processed webhooks', 'server/src/stores/table.sync.ts', 'mostHandled'],
  [security, '# unprocessed and 100 processed per store', 'server/src/stores/table.hooks.ts', 'mostWaiting'],
  [security, 'unprocessed and # processed per store', 'server/src/stores/table.sync.ts', 'mostHandled'],
  [security, '# coins per store', 'btcpay/src/resources/wallet.ts', 'mostCoins'],
  [security, '# an hour per merchant. Deleted', 'server/src/mail/take-customer-email.ts', 'perMerchant'],
  [security, '# names per merchant', 'server/src/lightning-addresses/table.ts', 'mostNames'],
  [security, '# logos and a picture per item', 'server/src/brands/upload-logo.ts', 'keptLogos'],
  [security, '`tills` | merchants | # per merchant', 'server/src/tills/table.ts', 'mostTills'],
  [security, '# devices and 50 cashiers per till', 'server/src/tills/table.devices.ts', 'mostDevices'],
  [security, 'devices and # cashiers per till', 'server/src/tills/table.cashiers.ts', 'mostCashiers'],
  [security, '`api_key_requests` | merchants | # per merchant', 'server/src/api-keys/table.ts', 'mostKeys'],
  [security, 'payers, merchants | # per person', 'server/src/notifications/table.ts', 'keptPerPerson'],
  [security, 'ends after # hours without use', 'server/src/accounts/table.sessions.ts', 'idleHours'],
  [security, 'with a limit, and at most #.', 'server/src/payment-links/places-of-source.ts', 'mostPlaces'],
  [security, 'a rate that is # times off', 'server/src/invoices/refuse-implausible.ts', 'mostTimesPrice'],
  [
    security,
    'password check within the last # minutes',
    'server/src/accounts/table.sessions.ts',
    'recentPasswordMinutes',
  ],
] as const

it.each(limits)('%s says “%s” as the code does', (document, sentence, file, constant) => {
  const found = new RegExp(`const ${constant} = ([\\d_]+)\\n`).exec(read(file))
  const value = Number(found?.[1]?.replaceAll('_', '')).toLocaleString('en-US')
  expect(read(document).replace(/\s+/g, ' ')).toContain(sentence.replace('#', value))
})

it('the operator’s guide has the default limits of a BTCPay Server', () => {
  expect(read(engines)).toContain(`| \`maxConcurrent\` | ${defaultGate.maxConcurrent} |`)
  expect(read(engines)).toContain(`| \`maxPerSecond\` | ${defaultGate.maxPerSecond} |`)
  const { openAfter, quietMs, pauseMs, longestPauseMs } = defaultGate
  expect(read(engines).replace(/\s+/g, ' ')).toContain(
    `after ${openAfter} failures in a row, without a response for ${quietMs / 1000} seconds, requests to it fail at once, and single ones try again after ${pauseMs / 1000} to ${longestPauseMs / 1000} seconds`,
  )
})

it('the handbook lists the pauses between attempts of a webhook', () => {
  const text = rules.find(({ title }) => title.startsWith('Retries'))?.text ?? ''
  const stated = [...text.matchAll(/([\d, and]+?) (seconds|minutes|hours)/g)].flatMap(([, numbers = '', unit]) =>
    [...numbers.matchAll(/\d+/g)].map(
      ([number]) => Number(number) * (unit === 'hours' ? 3600 : unit === 'minutes' ? 60 : 1),
    ),
  )
  expect(stated).toEqual([...pausesSeconds])
})
