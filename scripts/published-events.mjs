/** Finds webhook events that are declared in the contract but belong to no fact. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, trackedFiles } from './project.mjs'

const catalog = 'contract/src/webhooks.events.ts'

/** An event is published by the facts that name it. A ping goes to one endpoint, so it is no fact. */
export const findUnpublishedEvents = (catalogText, factTexts) =>
  [...catalogText.matchAll(/^\s+type: '([\w.]+)',$/gm)]
    .map(([, type]) => type)
    .filter((type) => !factTexts.some((text) => text.includes(`'${type}'`)))

/** One sentence for each event that nothing publishes. */
export const checkPublishedEvents = () => {
  const sources = trackedFiles().filter((path) =>
    /^server\/src\/(?:[\w-]+\/facts|facts\/table\.events)\.ts$/.test(path),
  )
  const texts = sources
    .filter((path) => existsSync(join(root, path)))
    .map((path) => readFileSync(join(root, path), 'utf8'))
  return findUnpublishedEvents(readFileSync(join(root, catalog), 'utf8'), texts).map(
    (type) => `${catalog} declares ${type}, but no fact publishes it`,
  )
}
