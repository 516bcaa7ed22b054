/** A text in which what was searched for is marked, all of it or else its first word. */
export const Highlighted = ({ text, query }: { text: string; query: string }) => {
  const [start, end] = findIn(text, query) ?? findIn(text, query.split(/\s+/)[0] ?? '') ?? [0, 0]
  if (start === end) return text
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}

const findIn = (text: string, query: string): [number, number] | undefined => {
  const lower = text.toLowerCase()
  // Some letters are longer in lower case, so that places would not be the same.
  if (!query || lower.length !== text.length) return undefined
  const wanted = query.toLowerCase()
  let at = lower.indexOf(wanted)
  // A search matches the start of words only.
  while (at > 0 && /[\p{L}\p{N}]/u.test(lower.charAt(at - 1))) at = lower.indexOf(wanted, at + 1)
  return at === -1 ? undefined : [at, at + query.length]
}
