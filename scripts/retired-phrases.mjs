/** Finds phrases that were replaced by plain English (retired-phrases.txt), in everything that people read. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, trackedFiles } from './project.mjs'

const isRead = (path) =>
  /^(web|server|contract|sandbox|client|cli)\/.+\.(tsx?|html)$|^docs\/[\w-]+\.md$|^README\.md$/.test(path) &&
  !/\.test\.tsx?$|^server\/(test|bench)\//.test(path)

const readList = (name) =>
  readFileSync(join(root, 'scripts', name), 'utf8')
    .split('\n')
    .filter(Boolean)

const plain = (text) => text.replaceAll('’', "'").replace(/\s+/g, ' ')

/** Comments are for engineers and may quote. */
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|\s)\/\/.*$/gm, ' ')

/** The retired phrases in a text, whatever its line breaks and apostrophes. */
export const findRetired = (text, phrases = readList('retired-phrases.txt')) => {
  const read = plain(withoutComments(text))
  return phrases.filter((phrase) => {
    const escaped = plain(phrase).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return new RegExp(`(?<!\\w)${escaped}(?!\\w)`).test(read)
  })
}

/** Each file that people read, with the retired phrases in it. */
export const checkRetired = () => {
  const phrases = readList('retired-phrases.txt')
  return trackedFiles()
    .filter(isRead)
    .map((path) => ({ path, found: findRetired(readFileSync(join(root, path), 'utf8'), phrases) }))
    .filter(({ found }) => found.length > 0)
}
