/** Finds webhook events that are declared in the contract but never published by the server. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, trackedFiles } from './project.mjs'

const catalog = 'contract/src/webhooks.events.ts'

/** An event counts as published where its type is written out, except in a comparison. */
export const findUnpublishedEvents = (catalogText, serverTexts) =>
  [...catalogText.matchAll(/^\s+type: '([\w.]+)',$/gm)]
    .map(([, type]) => type)
    .filter((type) => {
      const writtenOut = new RegExp(`(?<![=!]= )'${type.replace('.', '\\.')}'`)
      return !serverTexts.some((text) => writtenOut.test(text))
    })

/** One sentence for each event that nothing publishes. */
export const checkPublishedEvents = () => {
  const sources = trackedFiles().filter((path) => /^server\/src\/.+(?<!\.test)\.ts$/.test(path))
  const texts = sources
    .filter((path) => existsSync(join(root, path)))
    .map((path) => readFileSync(join(root, path), 'utf8'))
  return findUnpublishedEvents(readFileSync(join(root, catalog), 'utf8'), texts).map(
    (type) => `${catalog} declares ${type}, but the server never publishes it`,
  )
}
