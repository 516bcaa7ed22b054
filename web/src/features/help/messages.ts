import { message } from '../../lib/message.ts'

export const help = message('Help')
export const howCanWeHelp = message('How can we help?')
export const searchHelp = message('Search help')
export const searchExample = message('Refund, late payment, lost phone')
export const inDashboard = message('In the dashboard, press {keys} and type your question.')
export const nothingFound = message('No article matches “{query}”. Write to us below.')
export const articles = message('Articles')
export const found = message('{count, plural, =0{No articles} one{# article} other{# articles}}')

// Below the articles.
export const supportEmailHint = message('Include the invoice ID, never a password or recovery phrase')
export const writeToUs = message('Write to us')
export const checkStatus = message('Is it us?')
export const checkStatusHint = message('What works right now, and what happened before')
export const liveStatus = message('Live system status')

// An article.
export const metaTitle = message('{title} · Help · {brand}')
export const readingTime = message('{count, plural, one{# minute} other{# minutes}}. Updated {date}')
export const inShort = message('In short:')
export const onThisPage = message('On this page')
export const related = message('Related')
export const stillStuck = message('Still stuck?')
export const repliesWithin = message('Support replies within {time}.')
export const notFound = message('This article doesn’t exist')
export const notFoundNext = message('It may have moved. All articles are in the help center.')
export const allArticles = message('All articles')
