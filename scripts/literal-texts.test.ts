import { expect, test } from 'vitest'
import { checkLiteralTexts, findLiteralTexts } from './literal-texts.mjs'

test.each([
  ['between tags', '<p>Pay now</p>', 'Pay now'],
  ['in lower case between tags', '<p>{amount} left</p>', 'left'],
  ['chosen by a condition', `<p>{busy ? 'paying' : t.pay}</p>`, 'paying'],
  ['in a template between tags', '<p>{`${count} days`}</p>', 'days'],
  ['as a title', '<Card title="Payments" />', 'Payments'],
  ['as a label', `<Field label={isNew ? 'name' : t.name} />`, 'name'],
  ['as a placeholder', '<input placeholder="any amount" />', 'any amount'],
  ['as an accessible name', '<div aria-label="chain" />', 'chain'],
  ['as an alternative text', '<img alt="a ship" />', 'a ship'],
  ['as a summary', '<Row summary="two items" />', 'two items'],
  ['in a toast', `toast({ title: 'saved' })`, 'saved'],
  ['as a fallback', `messageOf(error, 'Couldn’t save')`, 'Couldn’t save'],
  ['in a constant', `const words = { active: 'Active' }`, 'Active'],
])('a text %s is found', (_where, source, text) => {
  expect(findLiteralTexts(`const a = 1\n;(${source})`)).toEqual([`2: ${text}`])
})

test.each([
  ['a message', '<p title={t.title}>{t.pay({ amount })}</p>'],
  ['a name of the program', `<a className="card" href="/docs" type="button" {...register('name')} />`],
  ['a unit, an amount and a sign', '<p>{amount} BTC · 12.50</p>'],
  ['an address', '<input placeholder="https://example.com" />'],
  ['code', '<code>Idempotency-Key: <b>order-1</b></code>'],
  ['an error for engineers', `throw new Error('Not compiled')`],
  ['a value of the API', `const filters = { purpose: 'invoice' }`],
  ['a comparison', `if (status === 'Settled') stop()`],
  ['a case', `switch (key) { case 'ArrowUp': stop() }`],
  ['a name that is put together', 'const rate = fees[`${kind}Rate`]'],
])('%s is no such text', (_what, source) => {
  expect(findLiteralTexts(source.startsWith('<') ? `;(${source})` : source)).toEqual([])
})

test('every text is in a message file', () => {
  expect(checkLiteralTexts()).toEqual([])
})
