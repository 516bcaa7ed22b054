import type { ApiKey } from '../platform/http/person.ts'

/** How people are told that a program did something. */
export const nameOfKey = ({ name }: ApiKey) => `API key ${name}`
