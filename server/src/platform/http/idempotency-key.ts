/** How the keys of each kind of caller begin where they are saved. A person's key begins as the person sent it. */
const startOf = { program: 'v1:', greenfield: 'greenfield:', till: 'till:', link: 'link:', person: 'person:' }
const starts = Object.values(startOf)

export const keyOfProgram = (key: string) => `${startOf.program}${key}`
export const keyOfGreenfield = (key: string) => `${startOf.greenfield}${key}`
export const keyOfSale = (tillId: number, saleKey: string) => `${startOf.till}${tillId}:${saleKey}`
export const keyOfLinkUse = (slug: string, key: string) => `${startOf.link}${slug}:${key}`

/** A person's key is saved as it is, as it always was, unless it could be taken for the key of another kind of caller. */
export const keyOfPerson = (key: string) =>
  starts.some((start) => key.startsWith(start)) ? `${startOf.person}${key}` : key
