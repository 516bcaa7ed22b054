/** Why a payment link can't be used, as the API and wallets learn it. The page has its own words, in every language. */
export const closedSentences = {
  paused: 'This payment link is paused. Contact the business that sent it to you.',
  expired: 'This payment link has expired. Ask the business that sent it to you for a new one.',
  'used-up': 'This link has reached its payment limit.',
}
