/** Opens a stream of events and collects what it emits. */
export const readStream = async (url: string, token: string) => {
  const abort = new AbortController()
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: abort.signal })
  const received: string[] = []
  let ended = false
  const read = async () => {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) received.push(part.value)
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      ended = true
    })
  return { answer, text: () => received.join(''), ended: () => ended, close: () => abort.abort() }
}
