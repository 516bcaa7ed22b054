import { message } from '../../lib/message.ts'

// The status page.
export const purpose = message('Live system status')
export const parts = message('Components')
export const help = message('Payment looks wrong? Open the invoice to see its payments, or {link}.')
export const contactUs = message('contact us')
export const timeZone = message('Times are in your time zone, days in UTC.')
export const notLoadedTitle = message('Couldn’t load the status')
export const notLoaded = message('The server didn’t respond. Payments already made are safe. Try again in a minute.')
export const serverLost = message('Couldn’t reach the server. Payments already made are safe.')
export const updated = message('Updated {ago}')
export const allWell = message('All systems operational')
export const allWellNext = message('You can receive, confirm and send payments.')
export const delayed = message('Working, with delays')
export const delayedNext = message('Payments still arrive. Some figures may be out of date.')
export const down = message('Some systems are down')
export const downNext = message('No payments are lost. They’ll be recorded once we’re back.')
export const partlyChecked = message('Some checks are missing')
export const partlyCheckedNext = message('We don’t have current data for every component.')
export const notChecked = message('No data yet')
export const notCheckedNext = message('The first check takes about a minute.')

// The history of each component.
export const checkout = message('Checkout and API')
export const lightning = message('Lightning payments')
export const paymentServer = message('On-chain payments')
export const webhooks = message('Webhooks')
export const email = message('Email')
export const ledger = message('Balances and ledger')
export const operational = message('Operational')
export const degraded = message('Degraded')
export const isDown = message('Down')
export const noData = message('No data')
export const key = message('Key')
export const uptime = message('{percent}% uptime')
export const uptimeSince = message('{percent}% uptime since {day}')
export const daysAgo90 = message('90 days ago')
export const today = message('Today')
export const daysLabel = message(
  '{name}, last 90 days: {uptime}, {problems, plural, =0{no days with problems} one{# day with problems} other{# days with problems}}',
)
export const dayState = message('{day}: {state}')
export const dayUptime = message('{day}: {state}, {percent}% uptime')

// Payment servers, if there are several.
export const paymentServers = message('Payment servers')
export const answersIn = message('Responds in {count, number} ms')
export const serverDoesNotRespond = message('Only its own merchants are affected. Payments already made are safe.')

// Incidents.
export const now = message('Now')
export const openIncidents = message('Open incidents')
export const pastIncidents = message('Past incidents')
export const noPastIncidents = message('No incidents in the last 90 days.')
export const open = message('Open')
export const investigating = message('Investigating')
export const identified = message('Identified')
export const monitoring = message('Monitoring')
export const resolved = message('Resolved')
export const componentImpact = message('{name}: {impact}')
export const yourMoney = message('Your money:')
export const whatChanged = message('What changed:')
export const timeline = message('Timeline')
export const dateAndLength = message('{date}, lasted {length}')

// The incident editor.
export const incidentsPurpose = message('Everyone can read what you post here on the {link}.')
export const statusPage = message('status page')
export const noIncidents = message('No incidents')
export const noIncidentsNext = message('Post one when something affects merchants or their customers')
export const incidentsNotLoadedTitle = message('Couldn’t load incidents')
export const incidentsNotLoaded = message('The status page isn’t affected. Try again in a minute.')
export const postIncident = message('Post incident')
export const postPurpose = message('It appears on the public status page immediately.')
export const postUpdate = message('Post update')
export const resolveIncident = message('Resolve incident')
export const post = message('Post')
export const resolve = message('Resolve')
export const title = message('Title')
export const affected = message('Affected components')
export const notAffected = message('Not affected')
export const chooseComponent = message('Choose at least one component')
export const state = message('State')
export const sentence = message('What’s happening')
export const money = message('What it means for money')
export const moneyHint = message('Say whether payments, balances or payouts are affected.')
export const whatYouChanged = message('What you changed')
export const whatYouChangedHint = message('Say what keeps this from happening again.')
export const postedToast = message('Incident posted')
export const updatedToast = message('Update posted')
export const resolvedToast = message('Incident resolved')
export const postedNext = message('The status page shows it now.')
export const notPostedToast = message('Couldn’t post')
export const nothingPublished = message('Nothing was published. Try again.')

// Each component.
export const status = message('Status')
export const system = message('System Status')
export const network = message('Bitcoin Network')
export const gateway = message('Payment Gateway')
export const notConnected = message('Not connected')
export const serverUnreachable = message('Couldn’t reach the server')
export const figuresFrom = message('Figures from {time}')
export const connected = message('Connected')
export const networkSynced = message('Network Synced')
export const networkSyncing = message('Network syncing')
export const connecting = message('Connecting')
export const networkUnknown = message('Network')
export const databaseDown = message('Database not responding')
export const readOnly = message('Nothing can be changed right now')
export const readOnlySince = message(
  'Figures from {time}. Nothing can be changed until our database takes changes again. Your money is safe.',
)
export const maybeOld = message('Figures may be out of date')
export const noPrice = message('No price yet')
export const noPriceNext = message('Dollar amounts appear once there’s a price')
export const priceAge = message('Prices updated {ago}')
export const interrupted = message('Payments interrupted')
export const oldPrices = message('Prices are out of date')
export const allUp = message('All services up')
export const noBlock = message('No blocks yet')
export const block = message('Block {height}')
export const blockAge = message('Block {height}, {ago}')
export const unreachable = message('Not reachable')
export const synced = message('Synced')
export const syncing = message('Syncing')
export const lastTried = message('Last tried {ago}')
export const neverReached = message('Never connected')
export const ready = message('Ready for payments')
export const latency = message('Responds in {ms} ms')
export const lag = message('Webhooks {seconds} s behind')
export const latencyAndLag = message('Responds in {ms} ms, webhooks {seconds} s behind')

// The bar above a merchant's dashboard while something doesn't work.
export const openStatusPage = message('Status page')
export const noInvoicesNow = message('You can’t create invoices right now.')
export const storeServerDown = message(
  'Your store’s payment server hasn’t responded since {time}. Payments already sent are safe and will show up here. Withdrawals wait and go out once.',
)
export const noDollarInvoices = message('You can’t create invoices in dollars right now.')
export const rateMissing = message(
  'Your store’s payment server has no bitcoin price. Invoices in bitcoin work, and open invoices can be paid.',
)
export const dollarSendsPaused = message('Dollar withdrawals are paused.')
export const noPriceSince = message(
  'We have no bitcoin price since {time}. You can take payments as usual. Dollar balances below are from {time}.',
)
export const noPriceNorRate = message(
  'Neither we nor your payment server have had a bitcoin price since {time}, so you can’t create invoices in dollars. Invoices in bitcoin work. Dollar balances below are from {time}.',
)
export const neverPrice = message(
  'We have no bitcoin price yet. You can take payments as usual. Dollar balances below are estimates.',
)
export const neverPriceNorRate = message(
  'Neither we nor your payment server have a bitcoin price yet, so you can’t create invoices in dollars. Invoices in bitcoin work. Dollar balances below are estimates.',
)
