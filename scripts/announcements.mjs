/**
 * Finds operations that tell somebody what happened instead of announcing a fact, and facts that nobody announces. Who
 * learns of a fact is said once, in the `facts.ts` of its noun.
 */
import { lineOf, nounOf, readSources } from './foreign-writes.mjs'

const channels = /\b(recordActivities|recordEvents|queueEmails?|notify|emitChanges?)\(/g

/** The channels themselves, and the noun that uses them for everyone. */
const isChannel = (path) => ['audit-log', 'facts', 'mail', 'notifications', 'platform'].includes(nounOf(path))

/** What stays outside of facts, and why. */
export const exceptions = {
  'accounts/reset-password.ts': 'the email is rolled back to a savepoint if nobody has the address',
  'checkout/email-receipt.ts': 'a receipt to a customer has its own limit',
  'invoices/email-invoice.ts': 'an email to a customer has its own limit, and its refusal is an answer',
  'invoices/remind-customer.ts': 'a reminder to a customer has its own limit, and waits for it',
  'transactions/worker.ts': 'transactions are below facts, and only open screens read again',
}

/** `texts` maps paths below server/src to their text. One sentence for each finding. */
export const findAnnouncements = (texts, allowed = exceptions) => {
  const calls = [...texts].flatMap(([path, text]) =>
    isChannel(path)
      ? []
      : [...text.matchAll(channels)].map(({ index, 1: name }) => ({ path, line: lineOf(text, index), name })),
  )
  const unused = Object.keys(allowed).filter((path) => !calls.some((call) => call.path === path))
  return [
    ...calls
      .filter(({ path }) => !(path in allowed))
      .map(({ path, line, name }) => `${path}:${line} calls ${name}, but only facts do: announce one instead`),
    ...unused.map((path) => `scripts/announcements.mjs allows ${path}, which doesn’t need it`),
    ...findSilentFacts(texts),
  ]
}

/** A fact is announced where its name is used, except in a door and in other facts. Functions are no facts. */
const findSilentFacts = (texts) => {
  const others = [...texts].filter(([path]) => !/\/(?:facts|index)\.ts$/.test(path)).map(([, text]) => text)
  return [...texts]
    .filter(([path]) => path.endsWith('/facts.ts'))
    .flatMap(([path, text]) =>
      [...text.matchAll(/^export const (\w+)\b(?! = (?:async )?[(<])/gm)]
        .filter(([, name]) => !others.some((other) => new RegExp(`\\b${name}\\b`).test(other)))
        .map(
          ({ index, 1: name }) => `${path}:${lineOf(text, index)} says who learns of ${name}, which nobody announces`,
        ),
    )
}

export const checkAnnouncements = () => findAnnouncements(readSources().texts).map((finding) => `server/src/${finding}`)
