/** `10, 15, 20`. Undefined if that isn't up to three percents. */
export const toTips = (text: string): number[] | undefined => {
  const tips = text.split(/[\s,%]+/).filter(Boolean)
  const isFine = tips.length <= 3 && tips.every((tip) => /^\d{1,2}$/.test(tip) && Number(tip) >= 1 && Number(tip) <= 50)
  return isFine ? tips.map(Number) : undefined
}

/** An address from a name: `My Shop` becomes `my-shop`. */
export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
