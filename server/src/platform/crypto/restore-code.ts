import { randomInt } from 'node:crypto'
import { hashToken } from './tokens.ts'

/** Without letters and digits that look alike, because somebody types it. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 6
const groupLength = 4

/** The code that a restore prints, with 117 random bits. Only its hash is stored. */
export const newRestoreCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join(''),
  ).join('-')

/** Spaces, dashes and small letters don't matter. */
export const hashRestoreCode = (code: string) => hashToken(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
