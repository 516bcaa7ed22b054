import { message } from '../../lib/message.ts'

// The list of endpoints.
export const title = message('Webhooks')
export const add = message('Add endpoint')
export const purpose = message(
  'When something happens, we send a signed request to your server. If it’s down, we retry for three days. {help}',
)
export const listNotLoadedTitle = message('Couldn’t load your endpoints')
export const notLoaded = message('Try again in a minute.')
export const none = message('No endpoints yet. Events are saved and can be replayed.')
export const allEvents = message('All events')
export const eventCount = message('{count, plural, one{# event type} other{# event types}}')
export const lastDelivered = message('Last delivered {ago}')
export const nothingDelivered = message('Nothing delivered yet')
export const pendingCount = message('{count} pending')
export const thousandOrMore = message('1,000+')
export const failedCount = message('{count} failed')
export const droppedCount = message('{count} not sent: too many pending')
export const shopPlugin = message('Shop plugin')
export const enabled = message('Enabled')
export const disabled = message('Disabled')
export const gone = message(
  'Your server responded 410 Gone, so we stopped sending. Pending events are saved. Enable the endpoint to resume.',
)
export const failing = message(
  '{count, plural, one{# event wasn’t delivered, although we tried for three days.} other{# events weren’t delivered, although we tried for three days.}}',
)
export const rotating = message('Until {date}, webhooks are signed with both the old and the new secret.')

// The page of one.
export const back = message('All endpoints')
export const endpoint = message('Endpoint')
export const missingTitle = message('Endpoint not found')
export const missing = message('It may have been removed.')
export const notLoadedTitle = message('Couldn’t load this endpoint')
export const managersOnlyTitle = message('You can’t see webhooks')
export const managersOnly = message('Only the owner and admins of your store can. Ask one of them.')

// What can be done with one.
export const sendTest = message('Send test event')
export const resend = message('Resend')
export const edit = message('Edit')
export const rotate = message('Rotate secret')
export const rotatePurpose = message(
  'You’ll see the new secret once. For 24 hours webhooks are signed with both, so you can switch without missing any.',
)
export const rotatingSecret = message('Rotating...')
export const disable = message('Disable')
export const enable = message('Enable')
export const remove = message('Remove')
export const removeTitle = message('Remove endpoint')
export const removePurpose = message(
  'We’ll stop sending to it, and its delivery log is deleted. You can still read events with the API.',
)
export const removing = message('Removing...')
export const errorToast = message('Error')
export const actionFailed = message('Couldn’t do that. Try again.')

// Adding or editing one.
export const editTitle = message('Edit endpoint')
export const endpointPurpose = message('A URL on your server. It should respond with a 2xx status within 15 seconds.')
export const saveFailed = message('Couldn’t save the endpoint')
export const save = message('Save')
export const saving = message('Saving...')
export const url = message('URL')
export const urlMissing = message('Enter a URL')
export const description = message('Description')
export const events = message('Events')
export const everyEvent = message('All current and future events')
export const invoices = message('Invoices')
export const payments = message('Payments')
export const withdrawals = message('Withdrawals')
export const refunds = message('Refunds')
export const paymentLinks = message('Payment links')
export const webhookEndpoints = message('Webhook endpoints')

// The secret, shown once.
export const secretTitle = message('Signing secret')
export const secretPurpose = message('Use it to verify that webhooks come from us and weren’t changed.')
export const saved = message('I saved it')
export const secret = message('Secret')
export const secretOnce = message('You won’t see this again. If you lose it, rotate it.')

// Deliveries.
export const log = message('Delivery log')
export const all = message('All')
export const loadingLog = message('Loading the delivery log')
export const logNotLoadedTitle = message('Unable to load the delivery log')
export const logNotLoaded = message('Couldn’t load this list. Your money is safe.')
export const nothingSent = message('No deliveries yet')
export const nothingSentNext = message('Send a test event to see one here')
export const nothingFound = message('No deliveries match your filters')
export const adjustFilters = message('Try other filters, or clear them')
export const deliveries = message('Deliveries')
export const eventHead = message('Event')
export const statusHead = message('Status')
export const responseHead = message('Response')
export const attemptsHead = message('Attempts')
export const createdHead = message('Created')
export const noResponseYet = message('None')
export const rowName = message('{type}, {date}')
export const nextTry = message('Next attempt {date}')
export const dueSince = message('Due since {date}')
export const deliveryNotLoaded = message('Couldn’t load this delivery.')
export const toBeSent = message('To be sent')
export const request = message('Request, {date}')
export const noResponse = message('No response, {ms} ms')
export const response = message('Response {status}, {ms} ms')
export const emptyBody = message('(empty)')
export const notKept = message('No longer stored. We keep the last 100 requests and responses of an endpoint.')

// Resending a range.
export const resendTitle = message('Resend events')
export const resendPurpose = message('Events keep their webhook-id, so you can ignore duplicates.')
export const sending = message('Sending...')
export const from = message('From')
export const to = message('To')
export const rangeInvalid = message('Choose a valid date range')
export const alsoDelivered = message('Include delivered events')
export const resentToast = message('Resending')
export const resent = message('{count, plural, one{# event is on its way.} other{# events are on their way.}}')
export const nothingToast = message('Nothing to resend')
export const nothing = message('No events in this range.')
