import { message } from './message.ts'

export const requestCode = message('{status} · request {requestId}')
export const notReached = message('Couldn’t reach the server.')
export const today = message('Today, {time}')
export const yesterday = message('Yesterday, {time}')
export const justNow = message('Just now')
export const momentAgo = message('just now')
export const ago = message('{age} ago')
