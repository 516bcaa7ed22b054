import type { ItemOptions } from './tills.items.ts'

/** One option in a price list: what it adds, in the currency of the list. */
type Written = { name: string; choices: { name: string; price: string | null }[] }

/**
 * Reads options as people type them: "Size: Small, Large +0.50; Milk: Oat +0.60". Without a name in front they are one
 * option without a name: "Single, Double +1". Undefined if the text can't be read.
 */
export const readOptionText = (text: string): Written[] | undefined => {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
  const options = parts.map((part): Written | undefined => {
    const [, name = '', list = ''] = /^(?:([^:]*):)?(.*)$/s.exec(part) ?? []
    const choices = list.split(',').map((choice) => {
      const [, chosen = '', price = null] = /^(.*?)(?:\s*\+\s*(\d{1,12}(?:\.\d{1,8})?))?$/s.exec(choice.trim()) ?? []
      return { name: chosen, price: price !== null && /[1-9]/.test(price) ? price : null }
    })
    return choices.every((choice) => choice.name !== '' && !choice.name.includes('+'))
      ? { name: name.trim(), choices }
      : undefined
  })
  return options.includes(undefined) ? undefined : (options as Written[])
}

type Shown = readonly { name: string; choices: readonly { name: string; price: string }[] }[]

export const writeOptionText = (options: Shown): string =>
  options
    .map(({ name, choices }) => {
      const list = choices.map((choice) =>
        /[1-9]/.test(choice.price) ? `${choice.name} +${choice.price}` : choice.name,
      )
      return name === '' ? list.join(', ') : `${name}: ${list.join(', ')}`
    })
    .join('; ')

/**
 * The options as they are saved. What a till of this currency doesn't show is kept: prices in other currencies, and choices
 * that have only such prices.
 */
export const toItemOptions = (written: readonly Written[], currency: string, before: ItemOptions = []): ItemOptions => {
  const isHidden = ({ prices }: Choice) => prices.length > 0 && prices.every((price) => price.currency !== currency)
  const shown = written.map(({ name, choices }) => {
    const known = before.find((option) => option.name === name)?.choices ?? []
    const own = choices.map((choice): Choice => {
      const others = known.find((one) => one.name === choice.name)?.prices ?? []
      const price = choice.price === null ? [] : [{ currency: currency as Currency, amount: choice.price }]
      return { name: choice.name, prices: [...others.filter((one) => one.currency !== currency), ...price] }
    })
    const hidden = known.filter((one) => isHidden(one) && !own.some((choice) => choice.name === one.name))
    return { name, choices: [...own, ...hidden] }
  })
  const isWritten = (name: string) => written.some((option) => option.name === name)
  return [...shown, ...before.filter(({ name, choices }) => choices.every(isHidden) && !isWritten(name))]
}

type Choice = ItemOptions[number]['choices'][number]
type Currency = Choice['prices'][number]['currency']
