import { type Action, type Detail } from '../facts/index.ts'

/** Somebody let the checks send an email or create an invoice. */
export const doctorRan: Action<{ detail: Detail }> = { act: 'doctor-ran', entry: ({ detail }) => ({ detail }) }
