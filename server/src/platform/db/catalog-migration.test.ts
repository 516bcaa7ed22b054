import { expect, test } from 'vitest'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'

/** Three tills of one merchant, as the previous release left them. */
const history = `
  insert into merchants (email, store_name) values ('a@example.test', 'A');
  insert into tills (merchant_id, slug, name, currency, created_by)
    values (1, 'one', 'One', 'USD', 'a'), (1, 'two', 'Two', 'USD', 'a'), (1, 'euro', 'Euro', 'EUR', 'a');
  insert into till_items (merchant_id, till_id, name, category, price, stock, position) values
    (1, 1, 'Tea', null, 2.50, null, 0), (1, 1, 'Scone', 'Bakery', 3, null, 1), (1, 1, 'Cake', null, 5, 4, 2),
    (1, 2, 'Tea', null, 2.50, null, 0), (1, 2, 'Scone', 'Bakery', 3.50, null, 1), (1, 2, 'Cake', null, 5, 9, 2),
    (1, 3, 'Tea', null, 2.50, null, 0)`

test('items of several tills become one catalog, and what differs stays', async () => {
  const { pool, close } = await openMigratedDatabase('0176', history)
  const rowsOf = async (query: string) => (await pool.query<{ item: string }>(query)).rows.map(({ item }) => item)
  const catalog = () =>
    rowsOf(`select i.name || ' ' || t.currency || ' ' || trim_scale(i.price) as item
      from till_items i join tills t on t.id = i.till_id
      where i.removed_at is null and i.merged_into is null order by i.id`)
  // The counted cake and the dearer scone are different. So is tea in another currency.
  const merged = ['Tea USD 2.5', 'Scone USD 3', 'Cake USD 5', 'Scone USD 3.5', 'Cake USD 5', 'Tea EUR 2.5']
  expect(await catalog()).toEqual(merged)
  // The previous release still reads what each till has.
  const ofTwo = `select name as item from till_items where till_id = 2 and removed_at is null order by position`
  expect(await rowsOf(ofTwo)).toEqual(['Tea', 'Scone', 'Cake'])

  // It changes one of two that are the same: both are kept.
  await pool.query(`update till_items set price = 2.75 where till_id = 2 and name = 'Tea'`)
  expect(await catalog()).toEqual([...merged.slice(0, 3), 'Tea USD 2.75', ...merged.slice(3)])
  await close()
})

test('an item that the previous release removes from one till stays on the others', async () => {
  const { pool, close } = await openMigratedDatabase('0176', history)
  await pool.query(`update till_items set removed_at = now() where till_id = 1 and name = 'Tea'`)
  const { rows } = await pool.query(
    `select till_id from till_items where name = 'Tea' and removed_at is null and merged_into is null order by 1`,
  )
  expect(rows).toEqual([{ till_id: 2 }, { till_id: 3 }])
  await close()
})
