import { message } from '../../lib/message.ts'

export const scan = message('Scan')
export const close = message('Cancel')
export const privacy = message('The picture stays in your browser.')
export const starting = message('Starting the camera...')
export const looking = message('Looking for a code')
export const partsOf = message('{have} of {count} parts')
export const broken = message('The parts didn’t fit together. Keep scanning, we’re reading them again.')
export const tryAgain = message('Try again')

// Why there is no picture.
export const denied = message(
  'Your browser doesn’t let this page use the camera. Allow it in the settings of your browser, then try again. You can also use a file or text.',
)
export const noCamera = message('No camera found. Connect one and try again, or use a file or text.')
export const cameraBusy = message(
  'The camera couldn’t be started. Close other apps that use it and try again, or use a file or text.',
)
export const insecure = message(
  'Browsers only allow the camera on addresses that start with https. Use a file or text instead.',
)
export const notLoaded = message('Couldn’t load the scanner. Check your connection and try again.')
