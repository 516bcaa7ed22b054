import { randomInt } from 'node:crypto'

/** Letters and digits that nobody takes for another when reading them aloud. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'
const length = 12

/** Long enough that trying addresses finds nobody's link. */
export const newSlug = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
