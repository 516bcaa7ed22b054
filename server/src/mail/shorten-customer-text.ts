const mostCharacters = 140

/** An email to a stranger under our name must not carry a message or a link of the sender's choice. */
export const shortenCustomerText = (text: string): string => {
  const plain = text
    .replace(/\s+/g, ' ')
    .replace(/(?:https?:\/\/|www\.)\S*|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:\/\S*)?/gi, '[link removed]')
    .trim()
  if (plain.length <= mostCharacters) return plain
  // Half of a character that takes two places is left out.
  const cut = plain.slice(0, mostCharacters - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}
