import { expect, test } from 'vitest'

const sources = import.meta.glob('../features/**/{messages,customer-messages}.ts')
const translations = new Set(Object.keys(import.meta.glob('../features/**/*messages.de.ts')))
const translated = Object.entries(sources).filter(([path]) => translations.has(path.replace(/\.ts$/, '.de.ts')))

test('the pages of customers are translated', () => {
  expect(translated).toHaveLength(4)
})

// Compiling a file fails unless every language has all its texts with their parameters.
test.each(translated)('%s has all translations', async (_path, load) => {
  await expect(load()).resolves.toBeTypeOf('object')
})
