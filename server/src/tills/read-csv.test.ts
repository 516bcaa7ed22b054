import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

test.each([
  ['commas', 'name,price\nTea,2.50\n'],
  ['semicolons', 'name;price\nTea;2.50'],
  ['tabs, in a file of a spreadsheet', '\uFEFFname\tprice\r\nTea\t2.50\r\n'],
  ['spaces around cells', ' name , price\n" Tea ",  2.50 '],
  ['lines of separators', 'name,price\n,,\nTea,2.50\n , \n\n'],
  ['different line ends', 'name,price\r\n\nTea,2.50\r'],
])('reads %s', (_, text) => {
  expect(readCsv(text)).toEqual([
    ['name', 'price'],
    ['Tea', '2.50'],
  ])
})

test('reads what quotation marks hold together, and rows that are shorter or longer', () => {
  expect(readCsv('name,price\n"Bun, ""sweet""\nor not",3\nPizza 12",9\nPie\nCake,4,,extra')).toEqual([
    ['name', 'price'],
    ['Bun, "sweet"\nor not', '3'],
    ['Pizza 12"', '9'],
    ['Pie'],
    ['Cake', '4', '', 'extra'],
  ])
})

test.each(['name,price\n"Tea,1', 'name,price\n"Tea"s,1'])('has no cells of %j', (text) => {
  expect(readCsv(text)).toBeUndefined()
})
