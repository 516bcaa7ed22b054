import { message } from '../../../lib/message.ts'

export const appliesFrom = message('Applies from {date}')
export const willChange = message('A new version applies from {date}.')
export const readNewVersion = message('Read it')
export const fromDay = message('From {date}')
export const textNotLoaded = message('Couldn’t load this text. Reload the page in a minute.')
