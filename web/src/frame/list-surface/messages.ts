import { message } from '../../lib/message.ts'

export const saveFailed = message('Couldn’t save your preferences')
export const figuresFrom = message('Figures from {time}')
export const tryAgain = message('Try Again')
export const fromLink = message('From your link')
