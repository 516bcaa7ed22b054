import * as t from './messages.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** How the keyboard names the key that is held for a shortcut. */
export const modifierKey = isApple ? t.commandKey : t.controlKey
