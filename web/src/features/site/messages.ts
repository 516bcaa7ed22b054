import { message } from '../../lib/message.ts'

// Around every page.
export const features = message('Features')
export const pricing = message('Pricing')
export const openAccount = message('Open an account')
export const skip = message('Skip to content')
export const siteNav = message('Site')
export const signIn = message('Sign In')
export const getStarted = message('Get Started')
export const menu = message('Menu')
export const closeMenu = message('Close menu')
export const moreNav = message('More pages')
export const about = message('About')
export const contact = message('Contact')
export const docs = message('Docs')
export const help = message('Help')
export const privacy = message('Privacy')
export const terms = message('Terms')
export const dark = message('Dark')
export const light = message('Light')
export const backToHome = message('Back to Home')
export const lastUpdated = message('Last updated {date}')
export const contents = message('Contents')
export const onChain = message('on-chain')
export const termsOfService = message('Terms of Service')
export const privacyPolicy = message('Privacy Policy')

// Buttons.
export const talkToSales = message('Talk to Sales')
export const getStartedToday = message('Get Started Today')
export const createMerchantAccount = message('Create a Merchant Account')
export const createAccount = message('Create Account')
export const learnMore = message('Learn More')
export const tryAgain = message('Try Again')

// What becomes of $100.
export const hundredTitle = message('A $100.00 payment')
export const hundredScale = message('Each block = $1')
export const feesNotLoaded = message('Couldn’t load the fees.')
export const hundredMeaning = message('You keep ${kept}. The platform fee is ${platform}. Partners get ${partners}.')
export const feesUnknown = message('Fees not loaded yet')
export const yours = message('you keep')
export const platformFee = message('platform fee')
export const partners = message('partners')
export const feesFrom = message('From {date}: {depositFee} on payments received, {withdrawalFee} on withdrawals.')

// Words in the pictures.
export const oneCode = message('One code, both ways')
export const lightning = message('Lightning')
export const settledInSeconds = message('Paid in seconds')
export const onChainWay = message('On-chain')
export const nextBlock = message('Confirmed by the next block')
export const sealed = message('SEALED')
export const maxGross = message('MAX GROSS')
export const maxWeight = message('4 000 000 WU')
export const tare = message('TARE')
export const headerSize = message('80 BYTES')
export const invoice = message('Invoice')
export const lastWeek = message('Received, last 7 days')

// The calculator.
export const calculator = message('Calculator')
export const salesPerMonth = message('Bitcoin sales per month')
export const averagePayment = message('Average payment')
export const keepPerMonth = message('You keep, per month')
export const percentScale = message('Each block = 1% of your sales')
export const yourSales = message('Your sales')
export const platformFeeOf = message('Platform fee, {percent}')
export const partnerFeeOf = message('Partner fee, {percent}')
export const youKeep = message('You keep')
export const cheaperThanCards = message(
  'A card at {percent} + {each} per payment would cost {card}. This costs {fee}, {difference} less.',
)
export const dearerThanCards = message(
  'A card at {percent} + {each} per payment would cost {card}. This costs {fee}, {difference} more. Cards cost less above {above} per payment, but can be charged back.',
)
export const seePricing = message('Calculate your month')
